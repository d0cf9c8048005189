import { useState } from 'react'
import { formatTime } from '#web/i18n/format.ts'
import { ConflictDialog } from '#console/changes/conflict-dialog.tsx'
import { useText } from '#console/session/text.ts'
import type { ConsoleForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { LinkButton } from '#console/ui/link-button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { TextArea } from '#console/ui/text-area.tsx'
import { useLanguage } from '#console/session/preferences.ts'
import { type Values, initialOf, shownValues } from './programme-values.ts'
import type { Dialogued, Programme, Timeline } from './timeline-data.ts'
import { useTimelineText } from './timeline-text.ts'
import { useProgrammeForm } from './use-programme-form.ts'
import styles from './timeline.module.css'

interface ProgrammeDialogProps {
  readonly timeline: Timeline
  readonly subject: Dialogued
  readonly onClose: () => void
}

/** Edits a programme, or adds one. Somebody else's change is shown before it is overwritten. */
export function ProgrammeDialog({ timeline, subject, onClose }: ProgrammeDialogProps) {
  // The form begins with what was shown, and again with what somebody else has saved.
  const [first, setFirst] = useState(subject)
  const key = first.kind === 'new' ? 0 : first.programme.version
  return (
    <ProgrammeForm
      key={key}
      timeline={timeline}
      subject={first}
      onTakeTheirs={(programme) => setFirst({ kind: 'programme', programme })}
      onClose={onClose}
    />
  )
}

interface ProgrammeFormProps extends ProgrammeDialogProps {
  readonly onTakeTheirs: (latest: Programme) => void
}

function ProgrammeForm({ timeline, subject, onTakeTheirs, onClose }: ProgrammeFormProps) {
  const t = useTimelineText()
  const base = useText()
  const initial = initialOf(subject)
  const { form, conflict, isOverwriting, saveMine, endConflict } = useProgrammeForm({
    cid: timeline.channel.cid,
    subject,
    initial,
    onSaved: onClose,
  })
  const latest =
    subject.kind === 'new' ? undefined : timeline.programmes.find(({ pid }) => pid === subject.programme.pid)
  if (conflict !== undefined && latest !== undefined)
    return (
      <ConflictDialog
        message={conflict}
        theirs={shownValues(initialOf({ kind: 'programme', programme: latest }))}
        mine={shownValues(form.values)}
        isBusy={isOverwriting}
        onTakeTheirs={() => {
          endConflict()
          onTakeTheirs(latest)
        }}
        onSaveMine={() => saveMine(latest)}
        onClose={endConflict}
      />
    )
  return (
    <Dialog title={t(subject.kind === 'new' ? 'addTitle' : 'editTitle')} isOpen isWide onClose={onClose}>
      <form onSubmit={form.submit} noValidate>
        <FormBody problem={form.problem}>
          {subject.kind === 'new' ? null : <InGuide programme={subject.programme} />}
          {subject.kind === 'new' || subject.programme.shown === null ? null : (
            <p>
              <LinkButton
                href={`/blackouts/new?target=programme&cid=${timeline.channel.cid}&pid=${subject.programme.pid}`}
              >
                {base('common.blackOut')}
              </LinkButton>
            </p>
          )}
          <Fields form={form} timeline={timeline} />
          <DialogButtons>
            <Button onPress={onClose}>{base('common.cancel')}</Button>
            <Button type="submit" look="primary" isPending={form.isBusy}>
              {base('common.save')}
            </Button>
          </DialogButtons>
        </FormBody>
      </form>
    </Dialog>
  )
}

/** What the guide says of an edited programme. */
function InGuide({
  programme: { delivered, version, is_added: isAdded },
}: {
  readonly programme: Programme
}) {
  const t = useTimelineText()
  if (isAdded) return <p className={styles['about']}>{t('addedText')}</p>
  if (delivered === null) return <p className={styles['about']}>{t('waitingText')}</p>
  if (version === 0) return <p className={styles['about']}>{t('editText')}</p>
  const time = `${formatTime(delivered.begin)}–${formatTime(delivered.end)}`
  const title = delivered.fields.title_ru || delivered.fields.title_uz
  return <p className={styles['about']}>{t('inGuide', { time, title })}</p>
}

const ages = ['', '0+', '6+', '12+', '16+', '18+']

function Fields({ form, timeline }: { readonly form: ConsoleForm<Values>; readonly timeline: Timeline }) {
  const t = useTimelineText()
  const language = useLanguage()
  const { age_rating: age, genre_code: genre } = form.values
  return (
    <div className={styles['fields']}>
      {timeline.channel.is_linear ? null : (
        <div className={styles['pair']}>
          <TextField field={form.field('begin')} label={t('begin')} type="datetime-local" />
          <TextField field={form.field('end')} label={t('end')} type="datetime-local" />
        </div>
      )}
      <div className={styles['pair']}>
        <TextField field={form.field('title_ru')} label={t('titleRu')} />
        <TextField field={form.field('title_uz')} label={t('titleUz')} />
        <TextField field={form.field('subtitle_ru')} label={t('subtitleRu')} />
        <TextField field={form.field('subtitle_uz')} label={t('subtitleUz')} />
        <TextArea field={form.field('description_ru')} label={t('descriptionRu')} lang="ru" />
        <TextArea field={form.field('description_uz')} label={t('descriptionUz')} lang="uz" />
      </div>
      <div className={styles['small']}>
        <Picker<string>
          label={t('genre')}
          value={genre}
          choices={[
            { value: '0', label: t('none') },
            ...timeline.genres.map(({ code, name_ru: ru, name_uz: uz }) => ({
              value: String(code),
              label: language === 'uz' ? uz : ru,
            })),
          ]}
          onChange={(value) => form.set('genre_code', value)}
        />
        <Picker<string>
          label={t('age')}
          value={age}
          choices={(ages.includes(age) ? ages : [...ages, age]).map((value) => ({
            value,
            label: value === '' ? t('none') : value,
          }))}
          onChange={(value) => form.set('age_rating', value)}
        />
        <TextField field={form.field('season')} label={t('season')} inputMode="numeric" />
        <TextField field={form.field('episode')} label={t('episodeNumber')} inputMode="numeric" />
      </div>
    </div>
  )
}
