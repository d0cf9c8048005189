import type { ConsoleForm } from '#console/session/use-form.ts'
import { TextField } from '#console/ui/field.tsx'
import { Badge } from '#console/ui/page.tsx'
import { TextArea } from '#console/ui/text-area.tsx'
import { useContentText } from './content-text.ts'
import styles from './content.module.css'

type Part = 'title' | 'text' | 'button' | 'lead' | 'body' | 'name' | 'description'

/** A text in both languages: `<part>_ru` and `<part>_uz` of the form. */
export interface LanguagePart {
  readonly part: Part
  /** More than one: a text of several lines. */
  readonly rows: number
  readonly isRequired?: boolean
  /** Its label, where another one than that of the part says it better. */
  readonly label?: 'markdown'
}

export type ContentLanguage = 'ru' | 'uz'

interface BothLanguagesProps<Values> {
  readonly form: ConsoleForm<Values>
  readonly parts: readonly LanguagePart[]
}

/** Which texts a language lacks that the other one has, or that must be there. */
export function missingParts(
  values: Readonly<Record<string, string>>,
  parts: readonly LanguagePart[],
  language: ContentLanguage,
): readonly Part[] {
  const other = language === 'ru' ? 'uz' : 'ru'
  return parts
    .filter(({ part, isRequired = false }) => {
      const isEmpty = (values[`${part}_${language}`] ?? '').trim() === ''
      return isEmpty && (isRequired || (values[`${part}_${other}`] ?? '').trim() !== '')
    })
    .map(({ part }) => part)
}

/** Russian and Uzbek side by side; what one of them lacks is marked. */
export function BothLanguages<Values extends Readonly<Record<string, string>>>({
  form,
  parts,
}: BothLanguagesProps<Values>) {
  const t = useContentText()
  return (
    <div className={styles['languages']}>
      {(['ru', 'uz'] as const).map((language) => {
        const missing = missingParts(form.values, parts, language)
        return (
          <fieldset key={language} className={styles['language']}>
            <legend>
              {t(`language.${language}`)}{' '}
              {missing.length === 0 ? (
                <Badge tone="good">{t('complete')}</Badge>
              ) : (
                <Badge tone="warn">{t('missing', { count: missing.length })}</Badge>
              )}
            </legend>
            {parts.map(({ part, rows, label: name = part }) => {
              const field = form.field(`${part}_${language}` as keyof Values & string)
              const label = t(`part.${name}`)
              const more = missing.includes(part) ? { hint: t('missingHere') } : {}
              return rows === 1 ? (
                <TextField key={part} field={field} label={label} {...more} autoComplete="off" />
              ) : (
                <TextArea key={part} field={field} label={label} rows={rows} lang={language} {...more} />
              )
            })}
          </fieldset>
        )
      })}
    </div>
  )
}
