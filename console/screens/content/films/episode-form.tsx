import { consoleEpisodes } from '#contract/console/episodes.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { useText } from '#console/session/text.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { TextArea } from '#console/ui/text-area.tsx'
import type { Episode } from './episode-values.ts'
import { useEpisodesText } from './episodes-text.ts'

interface EpisodeFormProps {
  readonly vid: number
  /** The latest one: what is typed is saved over it. */
  readonly episode: Episode
  readonly onClose: () => void
}

/** The texts of an episode. */
export function EpisodeForm({ vid, episode, onClose }: EpisodeFormProps) {
  const t = useEpisodesText()
  const common = useText()
  const { confirm, refresh } = useSending('films')
  const { id, version, season, number } = episode
  const initial = {
    ...{ name_ru: episode.name_ru, name_uz: episode.name_uz },
    ...{ description_ru: episode.description_ru, description_uz: episode.description_uz },
  }
  const form = useForm(consoleEpisodes.save, initial, {
    toInput: (values) => ({ vid, id, version, ...values }),
    onDone: ({ change_id: changeId }) => {
      if (changeId > 0) confirm(changeId, t('saved'))
      onClose()
      void refresh()
    },
    onFailed: () => void refresh(),
  })
  return (
    <Dialog title={t('place', { season, number })} isOpen isWide onClose={onClose}>
      <form onSubmit={form.submit} noValidate>
        <FormBody problem={form.problem}>
          <TextField field={form.field('name_ru')} label={t('nameRu')} autoComplete="off" />
          <TextField field={form.field('name_uz')} label={t('nameUz')} autoComplete="off" />
          <TextArea field={form.field('description_ru')} label={t('descriptionRu')} lang="ru" />
          <TextArea field={form.field('description_uz')} label={t('descriptionUz')} lang="uz" />
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
