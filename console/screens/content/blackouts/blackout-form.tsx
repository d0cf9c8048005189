import { consoleBlackouts } from '#contract/console/blackouts.ts'
import { consoleChannels } from '#contract/console/channels.ts'
import { blackoutDevices, blackoutHolds, blackoutTargets, territories } from '#contract/form/blackouts.ts'
import { ConflictDialog } from '#console/changes/conflict-dialog.tsx'
import { useSaving } from '#console/screens/content/use-saving.ts'
import { Checks } from '#console/screens/content/home/checks.tsx'
import { secOfMoment } from '#console/i18n/moments.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { useText } from '#console/session/text.ts'
import type { ConsoleForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { BlackoutPreview } from './blackout-preview.tsx'
import { type Blackout, type BlackoutValues, inputOf, usePeriodText, valuesOf } from './blackout-values.ts'
import { useBlackoutsText } from './blackouts-text.ts'
import styles from '#console/screens/content/content.module.css'

interface BlackoutFormProps {
  readonly blackout: Blackout
  /** As it is stored now: another person may have changed it. */
  readonly latest: Blackout
  readonly onRenew: () => void
}

/** What a blackout is of, for whom and when it holds, its words, and what it would close. */
export function BlackoutForm({ blackout, latest, onRenew }: BlackoutFormProps) {
  const common = useText()
  const mayEdit = useMay()('guide', 'edit')
  const { id, version } = blackout
  const shownId = id === 0 ? null : id
  const { form, conflict, ...saving } = useSaving<typeof consoleBlackouts.save, BlackoutValues>({
    endpoint: consoleBlackouts.save,
    section: 'guide',
    path: '/blackouts',
    version,
    initial: valuesOf(blackout),
    toInput: (values, over) => ({ ...inputOf(values), id: shownId, version: over }),
    failureFields: { blackout_period: 'until', blackout_holds: 'holds' },
    onSaved: onRenew,
  })
  return (
    <form className={styles['editor']} onSubmit={form.submit} noValidate>
      <FormBody problem={form.problem}>
        <TargetFields form={form} isOfProgramme={blackout.target === 'programme'} />
        <PeriodFields form={form} blackout={blackout} />
        <ScopeFields form={form} />
        <WordFields form={form} />
      </FormBody>
      {mayEdit ? <BlackoutPreview input={{ ...inputOf(form.values), id: shownId }} /> : null}
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

type Form = ConsoleForm<BlackoutValues>

/** A programme is chosen in the guide: here it stays the one it is. */
function TargetFields({ form, isOfProgramme }: { readonly form: Form; readonly isOfProgramme: boolean }) {
  const t = useBlackoutsText()
  const channels = useCall(consoleChannels.list, { deleted: 0 }).data?.channels ?? []
  const target = blackoutTargets.find((one) => one === form.values.target) ?? 'channel'
  const choices = blackoutTargets.filter((one) => one !== 'programme' || isOfProgramme)
  return (
    <>
      <Picker<string>
        label={t('target')}
        value={target}
        choices={choices.map((value) => ({ value, label: t(`target.${value}`) }))}
        onChange={(value) => form.set('target', value)}
      />
      <p>{t(`targetText.${target}`)}</p>
      {target === 'title' ? (
        <TextField field={form.field('vid')} label={t('film')} hint={t('filmHint')} inputMode="numeric" />
      ) : (
        <Picker<string>
          label={t('channel')}
          value={form.values.cid}
          choices={channels.map(({ cid, number, name_ru: name }) => ({
            value: String(cid),
            label: `${number} ${name}`,
          }))}
          isDisabled={target === 'programme'}
          onChange={(value) => form.set('cid', value)}
        />
      )}
    </>
  )
}

function PeriodFields({ form, blackout }: { readonly form: Form; readonly blackout: Blackout }) {
  const t = useBlackoutsText()
  const periodOf = usePeriodText()
  const { target } = form.values
  // The preview says when a new one is; a stored one follows the guide.
  if (target === 'programme') return blackout.id === 0 ? null : <p>{periodOf(blackout)}</p>
  return (
    <div className={styles['settings']}>
      <TextField
        field={form.field('from')}
        label={t('begins')}
        hint={t('momentHint')}
        type="datetime-local"
      />
      <TextField
        field={form.field('until')}
        label={t('ends')}
        hint={t(target === 'hours' ? 'endHint.hours' : 'endHint.open')}
        type="datetime-local"
      />
    </div>
  )
}

function ScopeFields({ form }: { readonly form: Form }) {
  const t = useBlackoutsText()
  const isTitle = form.values.target === 'title'
  const holds = blackoutHolds.filter((one) => one === 'archive' || (one === 'live') !== isTitle)
  return (
    <>
      <Checks
        field={form.field('territories')}
        label={t('territories')}
        choices={territories.map((value) => ({ value, label: t(`territory.${value}`) }))}
      />
      <Checks
        field={form.field('devices')}
        label={t('devices')}
        choices={blackoutDevices.map((value) => ({ value, label: t(`device.${value}`) }))}
      />
      <Checks
        field={form.field('holds')}
        label={t('holds')}
        choices={holds
          .filter((one) => isTitle || one !== 'download')
          .map((value) => ({
            value,
            label: t(`hold.${value}`),
          }))}
      />
    </>
  )
}

function WordFields({ form }: { readonly form: Form }) {
  const t = useBlackoutsText()
  return (
    <>
      <TextField field={form.field('words_ru')} label={t('wordsRu')} hint={t('wordsHint')} />
      <TextField field={form.field('words_uz')} label={t('wordsUz')} hint={t('wordsHint')} />
      <TextField field={form.field('note')} label={t('note')} />
    </>
  )
}

/** Moments as the dialog of a conflict reads them. */
function shownOf(values: BlackoutValues): Readonly<Record<string, string | number | null>> {
  return { ...values, from: secOfMoment(values.from), until: secOfMoment(values.until) }
}
