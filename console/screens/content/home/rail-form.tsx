import { consoleHome } from '#contract/console/home.ts'
import { railAudiences, railKinds, railLanguages, railPlatforms, severalRails } from '#contract/site/home.ts'
import { BothLanguages, type LanguagePart } from '#console/screens/content/both-languages.tsx'
import { BrandsField } from '#console/screens/content/brands-field.tsx'
import { ConflictDialog } from '#console/changes/conflict-dialog.tsx'
import { useContentText } from '#console/screens/content/content-text.ts'
import { useSaving } from '#console/screens/content/use-saving.ts'
import { useMay } from '#console/session/session.ts'
import { useText } from '#console/session/text.ts'
import type { ConsoleForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Section } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { Checks } from './checks.tsx'
import { useHomeText } from './home-text.ts'
import { RailContentFields } from './rail-content.tsx'
import { type Choices, type Rail, type RailValues, inputOf, valuesOf } from './rail-values.ts'
import { useShownValues } from './shown-values.ts'
import styles from './home.module.css'

const titleParts: readonly LanguagePart[] = [{ part: 'title', rows: 1 }]

interface RailFormProps {
  readonly rail: Rail
  /** As it is stored now: another person may have changed it. */
  readonly latest: Rail
  readonly choices: Choices
  readonly onRenew: () => void
}

/** What a rail contains, how it is called, and where, when and to whom it is shown. */
export function RailForm({ rail, latest, choices, onRenew }: RailFormProps) {
  const t = useHomeText()
  const common = useText()
  const mayEdit = useMay()('home', 'edit')
  const shownOf = useShownValues(choices)
  const { id, version } = rail
  const { form, conflict, ...saving } = useSaving<typeof consoleHome.save, RailValues>({
    endpoint: consoleHome.save,
    section: 'home',
    path: '/home',
    version,
    initial: valuesOf(rail),
    toInput: (values, over) => inputOf(id, values, over),
    failureFields: { period_wrong: 'shown_until', rail_years_wrong: 'year_to', brand_unknown: 'brands' },
    onSaved: onRenew,
  })
  const hasOwnTitles = severalRails.some((kind) => kind === form.values.kind)
  return (
    <form className={styles['editor']} onSubmit={form.submit} noValidate>
      <FormBody problem={form.problem}>
        <Picker<string>
          label={t('kind')}
          value={form.values.kind}
          choices={railKinds.toReversed().map((value) => ({ value, label: t(`kind.${value}`) }))}
          onChange={(value) => form.set('kind', value)}
        />
        <RailContentFields form={form} choices={choices} />
        <p>{t(hasOwnTitles ? 'severalText' : 'titleText')}</p>
        {hasOwnTitles ? null : <BothLanguages form={form} parts={titleParts} />}
        <RailVisitFields form={form} />
      </FormBody>
      {mayEdit ? (
        <div className={styles['formActs']}>
          <Button type="submit" look="primary" isPending={form.isBusy}>
            {common('common.save')}
          </Button>
        </div>
      ) : null}
      {conflict === undefined ? null : (
        <ConflictDialog
          message={conflict.message}
          theirs={shownOf(valuesOf(latest))}
          mine={shownOf(form.values)}
          isBusy={saving.isOverwriting}
          onTakeTheirs={onRenew}
          onSaveMine={() => saving.saveMine(latest.version)}
          onClose={saving.endConflict}
        />
      )}
    </form>
  )
}

function RailVisitFields({ form }: { readonly form: ConsoleForm<RailValues> }) {
  const t = useHomeText()
  const content = useContentText()
  return (
    <Section title={t('where')}>
      <div className={styles['form']}>
        <Checks
          field={form.field('platforms')}
          label={t('platform')}
          choices={railPlatforms.map((value) => ({ value, label: t(`platform.${value}`) }))}
        />
        <Checks
          field={form.field('languages')}
          label={t('languages')}
          choices={railLanguages.map((value) => ({ value, label: t(`language.${value}`) }))}
        />
        <BrandsField field={form.field('brands')} />
        <div className={styles['fields']}>
          <Picker<string>
            label={t('audience')}
            value={form.values.audience}
            choices={railAudiences.map((value) => ({ value, label: t(`audience.${value}`) }))}
            onChange={(value) => form.set('audience', value)}
          />
          <TextField
            field={form.field('shown_from')}
            label={content('shownFrom')}
            hint={content('shownFromHint')}
            type="datetime-local"
          />
          <TextField
            field={form.field('shown_until')}
            label={content('shownUntil')}
            hint={content('shownUntilHint')}
            type="datetime-local"
          />
        </div>
      </div>
    </Section>
  )
}
