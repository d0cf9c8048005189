/** Says how the names of a whole folder are read. */
import { useState } from 'react'
import { consoleFolders } from '#contract/console/folders.ts'
import { useContentRefresh } from '#console/changes/use-undo.ts'
import { useText } from '#console/session/text.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { type NamingRule, longMs, useFoldersText } from './folders-text.ts'
import { languagesText, readLanguages } from './subtitle-languages.ts'
import styles from './folders.module.css'

interface RuleDialogProps {
  readonly draftId: number
  /** Those of the draft, the one that was looked through first. */
  readonly folders: readonly string[]
  readonly rules: readonly NamingRule[]
  readonly onClose: () => void
}

export function RuleDialog({ draftId, folders, rules, onClose }: RuleDialogProps) {
  const t = useFoldersText()
  const [folder, setFolder] = useState(folders[0] ?? '')
  const own = rules.find((rule) => rule.is_folder && !rule.is_above && rule.path === folder)?.rule ?? {}
  return (
    <Dialog title={t('rule.title')} isOpen onClose={onClose}>
      <div className={styles['dialog']}>
        <p className={styles['hint']}>{t('rule.text')}</p>
        <Picker<string>
          label={t('rule.folder')}
          value={folder}
          choices={folders.map((value) => ({ value, label: value || t('whole') }))}
          onChange={setFolder}
        />
        {/* Another folder has another rule. */}
        <RuleForm key={folder} draftId={draftId} folder={folder} own={own} onClose={onClose} />
      </div>
    </Dialog>
  )
}

const kinds = ['auto', 'series', 'films'] as const
const places = ['auto', 'first', 'last', 'order'] as const
type Kind = (typeof kinds)[number]
type Place = (typeof places)[number]

interface RuleFormProps extends Omit<RuleDialogProps, 'rules' | 'folders'> {
  readonly folder: string
  readonly own: NamingRule['rule']
}

function RuleForm({ draftId, folder, own, onClose }: RuleFormProps) {
  const t = useFoldersText()
  const common = useText()
  const [kind, setKind] = useState<Kind>(kinds.find((one) => one === own['kind']) ?? 'auto')
  const [episode, setEpisode] = useState<Place>(places.find((one) => one === own['episode']) ?? 'auto')
  const [noCrosses, setNoCrosses] = useState(own['no_crosses'] === true)
  const [noYears, setNoYears] = useState(own['no_years'] === true)
  const [byHand, setByHand] = useState(own['by_hand'] === true)
  const form = useRuleForm({ draftId, folder, own, onClose }, () => ({
    ...(kind === 'auto' ? {} : { kind }),
    ...(episode === 'auto' || kind === 'films' ? {} : { episode }),
    ...(noCrosses ? { no_crosses: true } : {}),
    ...(noYears ? { no_years: true } : {}),
    ...(byHand ? { by_hand: true } : {}),
  }))
  return (
    <form onSubmit={form.submit} noValidate>
      <FormBody problem={form.problem}>
        <Picker<Kind>
          label={t('rule.kind')}
          value={kind}
          choices={kinds.map((value) => ({ value, label: t(`rule.kind.${value}`) }))}
          onChange={setKind}
        />
        {kind === 'films' ? null : (
          <>
            <TextField field={form.field('series')} label={t('correct.series')} autoComplete="off" />
            <TextField field={form.field('season')} label={t('correct.season')} inputMode="numeric" />
            <Picker<Place>
              label={t('rule.episode')}
              value={episode}
              choices={places.map((value) => ({ value, label: t(`rule.episode.${value}`) }))}
              onChange={setEpisode}
            />
          </>
        )}
        <Toggle isOn={noCrosses} text={t('rule.noCrosses')} onChange={setNoCrosses} />
        <Toggle isOn={noYears} text={t('rule.noYears')} onChange={setNoYears} />
        <TextField
          field={form.field('subtitles')}
          label={t('rule.subtitles')}
          hint={t('rule.subtitlesHint')}
          autoComplete="off"
        />
        <Toggle isOn={byHand} text={t('rule.byHand')} onChange={setByHand} />
      </FormBody>
      <DialogButtons>
        <Button onPress={onClose}>{common('common.cancel')}</Button>
        <Button type="submit" look="primary" isPending={form.isBusy}>
          {common('common.save')}
        </Button>
      </DialogButtons>
    </form>
  )
}

interface ChosenFields {
  readonly kind?: 'series' | 'films'
  readonly episode?: 'first' | 'last' | 'order'
  readonly no_crosses?: boolean
  readonly no_years?: boolean
  readonly by_hand?: boolean
}

function useRuleForm({ draftId, folder, own, onClose }: RuleFormProps, chosen: () => ChosenFields) {
  const t = useFoldersText()
  const refresh = useContentRefresh()
  const textOf = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  const initial = {
    ...{ series: textOf(own['series']), season: textOf(own['season']) },
    subtitles: languagesText(own['subtitles']),
  }
  return useForm(consoleFolders.rule, initial, {
    limitMs: longMs,
    toInput: ({ series, season, subtitles }) => {
      const languages = readLanguages(subtitles)
      const fields = chosen()
      const isFilms = fields.kind === 'films'
      return {
        ...{ draft_id: draftId, folder, ...fields },
        ...(series.trim() === '' || isFilms ? {} : { series }),
        ...(season.trim() === '' || isFilms ? {} : { season }),
        ...(Object.keys(languages).length === 0 ? {} : { subtitles: languages }),
      }
    },
    onDone: () => {
      showToast(t('rule.done'))
      onClose()
      void refresh()
    },
  })
}

interface ToggleProps {
  readonly isOn: boolean
  readonly text: string
  readonly onChange: (isOn: boolean) => void
}

function Toggle({ isOn, text, onChange }: ToggleProps) {
  return (
    <label className={styles['toggle']}>
      <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      <span>{text}</span>
    </label>
  )
}
