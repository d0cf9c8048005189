import { consoleEpisodes } from '#contract/console/episodes.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { useText } from '#console/session/text.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { FormBody } from '#console/ui/field.tsx'
import { useEpisodesText } from './episodes-text.ts'
import { type FilmWindow, windowsInput, writeWindows } from './window-values.ts'
import { WindowsField } from './windows-field.tsx'

interface PartWindowsFormProps {
  readonly vid: number
  readonly season: number
  /** Null: the season as a whole. */
  readonly id: number | null
  readonly title: string
  readonly part: { readonly windows: readonly FilmWindow[]; readonly windows_version: string }
  readonly onClose: () => void
}

/** When and where a season or an episode may be watched. */
export function PartWindowsForm({ vid, season, id, title, part, onClose }: PartWindowsFormProps) {
  const t = useEpisodesText()
  const common = useText()
  const { confirm, refresh } = useSending('films')
  const { windows: before, windows_version: version } = part
  const form = useForm(
    consoleEpisodes.windows,
    { windows: writeWindows(before) },
    {
      toInput: ({ windows }) => ({
        ...{ vid, season, id, version },
        windows: [...windowsInput(before, windows)],
      }),
      failureFields: { period_wrong: 'windows', windows_overlap: 'windows' },
      onDone: ({ change_id: changeId }) => {
        if (changeId > 0) confirm(changeId, t('windowsSaved'))
        onClose()
        void refresh()
      },
      onFailed: () => void refresh(),
    },
  )
  return (
    <Dialog title={title} isOpen isWide onClose={onClose}>
      <form onSubmit={form.submit} noValidate>
        <FormBody problem={form.problem}>
          <WindowsField
            field={form.field('windows')}
            hint={t(id === null ? 'seasonWindowsHint' : 'episodeWindowsHint')}
          />
        </FormBody>
        <DialogButtons>
          <Button onPress={onClose}>{common('common.cancel')}</Button>
          <Button type="submit" look="primary" isPending={form.isBusy}>
            {common('common.save')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
