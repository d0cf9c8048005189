/** The options of a download: the height with its size, the languages, and the space it takes. */
import { useEffect, useState } from 'react'
import { downloads, type DownloadOptions } from '#contract/playback/downloads.ts'
import { pathOf } from '#contract/form/pages.ts'
import { languageName } from '#web/player/texts/language-name.ts'
import { useNavigate } from '#web/router/router.ts'
import { call } from '#web/session/requests/api.ts'
import { useLanguage } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { downloadOwner } from './download-list.ts'
import { useDownloadsText, sizeWords } from './downloads-text.ts'
import { followDownloads } from './licences.ts'
import { beginSaving } from './saving.ts'
import { requestNotices } from './system-notices.ts'
import { useFreeSpace } from './use-space.ts'
import styles from './download-dialog.module.css'

interface DownloadDialogProps {
  readonly vid: number
  readonly vfid: number
  readonly title: string
  readonly subtitle: string
  readonly onClose: () => void
}

export function DownloadDialog(props: DownloadDialogProps) {
  const t = useDownloadsText()
  const { vid, vfid } = props
  const [options, setOptions] = useState<DownloadOptions | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    void call(downloads.options, { vid, vfid }, abort.signal).then((result) => {
      if (abort.signal.aborted) return
      if (result.kind === 'ok') setOptions(result.data)
      else setRefusal(result.kind === 'refused' ? result.message : t('state.failed'))
    })
    return () => abort.abort()
  }, [vid, vfid, t])
  return (
    <Dialog open title={t('title')} onClose={props.onClose}>
      <p className={styles.what}>{[props.title, props.subtitle].filter(Boolean).join(' · ')}</p>
      {options !== null ? (
        <Choice {...props} options={options} />
      ) : (
        <p role="status">{refusal ?? t('loading')}</p>
      )}
    </Dialog>
  )
}

/** The default height: good on a phone without filling its storage. */
const defaultHeight = 480

function Choice({ options, onClose, ...what }: DownloadDialogProps & { readonly options: DownloadOptions }) {
  const t = useDownloadsText()
  const navigate = useNavigate()
  const language = useLanguage()
  const free = useFreeSpace(null)
  const qualities = options.qualities.item
  const defaultValue = qualities.findLast(({ height }) => height <= defaultHeight) ?? qualities[0]
  const [height, setHeight] = useState(defaultValue?.height ?? 0)
  const languagesOf = (tracks: readonly { readonly language: string }[]) => [
    ...new Set(tracks.map((track) => track.language)),
  ]
  const sounds = languagesOf(options.audio.item)
  const [audio, setAudio] = useState<readonly string[]>(
    sounds.filter((one, at) => one === language || (at === 0 && !sounds.includes(language))),
  )
  const [texts, setTexts] = useState<readonly string[]>([])
  const picture = qualities.find((one) => one.height === height)?.size_bytes ?? 0
  const sound = options.audio.item.filter((track) => audio.includes(track.language))
  const bytes = sound.reduce((sum, track) => sum + track.size_bytes, picture)
  const start = () => {
    const chosen = { height, audio: audio.join(','), texts: texts.join(','), bytes }
    const { vid, vfid, title, subtitle } = what
    const isStored = beginSaving({ owner: downloadOwner(), vid, vfid, title, subtitle, ...chosen })
    if (!isStored) return showToast(t('keepsNothing'))
    followDownloads()
    void requestNotices().catch(() => undefined)
    onClose()
    showToast(t('started'), {
      label: t('toList'),
      run: () => navigate(pathOf('my', { slug: 'downloads' })),
    })
  }
  return (
    <div className={styles.choice}>
      <fieldset className={styles.group}>
        <legend>{t('quality')}</legend>
        {qualities.map((one) => (
          <label className={styles.line} key={one.height}>
            <input
              type="radio"
              name="height"
              checked={one.height === height}
              onChange={() => setHeight(one.height)}
            />
            <span>{t('height', { height: one.height })}</span>
            <span className={styles.size}>{t('size', { size: sizeWords(one.size_bytes, t) })}</span>
          </label>
        ))}
      </fieldset>
      <Languages name={t('audio')} all={sounds} chosen={audio} onChange={setAudio} atLeastOne />
      <Languages
        name={t('subtitles')}
        all={languagesOf(options.subtitles.item)}
        chosen={texts}
        onChange={setTexts}
      />
      <p className={styles.total}>
        <strong>{t('total', { size: sizeWords(bytes, t) })}</strong>
        {free !== null && <span> · {t('free', { size: sizeWords(free, t) })}</span>}
      </p>
      {free !== null && free < bytes * 1.05 && <p role="alert">{t('tight')}</p>}
      <p className={styles.hint}>{t('term')}</p>
      <Button variant="primary" icon="save" wide onClick={start}>
        {t('start')}
      </Button>
    </div>
  )
}

interface LanguagesProps {
  readonly name: string
  readonly all: readonly string[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
  /** At least one audio track must be selected. */
  readonly atLeastOne?: boolean
}

function Languages({ name, all, chosen, onChange, atLeastOne = false }: LanguagesProps) {
  const language = useLanguage()
  if (all.length === 0) return null
  const toggle = (one: string) => {
    const next = chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one]
    if (next.length > 0 || !atLeastOne) onChange(next)
  }
  return (
    <fieldset className={styles.group}>
      <legend>{name}</legend>
      {all.map((one) => (
        <label className={styles.line} key={one}>
          <input type="checkbox" checked={chosen.includes(one)} onChange={() => toggle(one)} />
          <span>{languageName(one, language) ?? one}</span>
        </label>
      ))}
    </fieldset>
  )
}
