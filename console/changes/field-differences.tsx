import { localMoment } from '#console/i18n/moments.ts'
import { isNamed, useChangeText } from './change-text.ts'
import styles from './changes.module.css'

type Fields = Readonly<Record<string, unknown>> | null

/** The fields of a thing that differ, each with its value before and after; nothing for one that is new or deleted. */
export function FieldDifferences({ before, after }: { readonly before: Fields; readonly after: Fields }) {
  const t = useChangeText()
  if (before === null || after === null) return null
  return (
    <dl className={styles['fields']}>
      {Object.keys(after).map((name) => {
        const key = `field.${name}`
        return (
          <div key={name}>
            <dt>{isNamed(key) ? t(key as 'field.number') : name}</dt>
            <dd>
              <del>
                <span className="spoken">{t('before')}: </span>
                <Value value={before[name]} />
              </del>
              <span aria-hidden="true"> → </span>
              <ins>
                <span className="spoken">{t('after')}: </span>
                <Value value={after[name]} />
              </ins>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function Value({ value }: { readonly value: unknown }) {
  const t = useChangeText()
  if (value === null || value === undefined || value === '') return <>{t('nothing')}</>
  if (typeof value === 'boolean') return <>{t(value ? 'yes' : 'no')}</>
  if (Array.isArray(value) && value.length === 0) return <>{t('nothing')}</>
  if (Array.isArray(value)) return <>{value.map(shortly).join(', ')}</>
  return <>{shortly(value)}</>
}

/** A source is shown as its address, a window as its limits. */
function shortly(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if ('from' in value && 'until' in value && 'territory' in value) return windowText(value)
  return 'url' in value ? String(value.url) : JSON.stringify(value)
}

function windowText(window: {
  readonly from: unknown
  readonly until: unknown
  readonly territory: unknown
}): string {
  const limit = (moment: unknown) =>
    typeof moment === 'string' ? localMoment(Date.parse(moment) / 1000).replace('T', ' ') : '…'
  const where = window.territory === 'everywhere' ? '' : ` (${String(window.territory)})`
  return `${limit(window.from)} – ${limit(window.until)}${where}`
}
