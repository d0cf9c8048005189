import { localMoment } from '#console/i18n/moments.ts'
import { isNamed, useChangeText } from './change-text.ts'
import styles from './changes.module.css'

type Fields = Readonly<Record<string, unknown>> | null

/** What the fields of a page are called there, and values that are words. */
export interface FieldWords {
  field(name: string): string
  value(name: string, value: unknown): unknown
}

interface DifferencesProps {
  readonly before: Fields
  readonly after: Fields
  readonly words?: FieldWords
}

/** The fields of a thing that differ, each with its value before and after; nothing for one that is new or deleted. */
export function FieldDifferences({ before, after, words }: DifferencesProps) {
  const t = useChangeText()
  if (before === null || after === null) return null
  const valueOf = (name: string, value: unknown) => words?.value(name, value) ?? value
  const nameOf = (name: string) => {
    if (words !== undefined) return words.field(name)
    const key = `field.${name}`
    if (isNamed(key)) return t(key as 'field.number')
    // A part of a thing: `channel.12`.
    const [kind, id] = name.split('.')
    const part = `field.${kind}_of`
    return isNamed(part) ? `${t(part as 'field.number')} ${id}` : name
  }
  return (
    <dl className={styles['fields']}>
      {Object.keys(after).map((name) => {
        return (
          <div key={name}>
            <dt>{nameOf(name)}</dt>
            <dd>
              <del>
                <span className="spoken">{t('before')}: </span>
                <Value value={valueOf(name, before[name])} />
              </del>
              <span aria-hidden="true"> → </span>
              <ins>
                <span className="spoken">{t('after')}: </span>
                <Value value={valueOf(name, after[name])} />
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
  if ('days' in value && 'price' in value) return `${String(value.days)}: ${String(value.price)}`
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
