/** What a source sends at the moment, or why nothing came. */
import { useState } from 'react'
import type { consoleChannels } from '#contract/console/channels.ts'
import { ReasonWords } from '#console/reasons/reason-words.tsx'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { formatDecimal } from '#contract/form/money.ts'
import { Button } from '#console/ui/button.tsx'
import { Question } from '#console/ui/dialog.tsx'
import type { Channel } from './channel-filter.ts'
import { useChannelsText } from './channels-text.ts'
import { useChannelActs } from './use-channel-acts.ts'
import styles from './channels.module.css'

type Examined = ResponseOf<typeof consoleChannels.examineSource>
type Stream = Examined['streams'][number]

/** At or below it there is no sound at all, LUFS. */
const silenceLufs = -69
/** What broadcasters agreed on (EBU R 128), and how far from it a channel is noticeably louder or quieter. */
const [targetLufs, noticeableLu] = [-23, 6]

interface SourceExaminationProps {
  readonly examined: Examined
  readonly channel: Channel
}

export function SourceExamination({ examined, channel }: SourceExaminationProps) {
  const t = useChannelsText()
  const { words, streams, still, is_recorded: isRecorded } = examined
  if (words !== '')
    return (
      <p className={styles['examination']} role="status">
        {t('examineNothing')} <ReasonWords reason={words} />
      </p>
    )
  return (
    <div className={styles['examination']} role="status">
      {still === null ? null : (
        <img src={`data:image/jpeg;base64,${still}`} alt={t('examineStill')} width={320} />
      )}
      <ul>
        {streams.map((stream, position) => (
          <li key={position}>
            <StreamWords stream={stream} />
          </li>
        ))}
        <li>
          <RateWords examined={examined} />
        </li>
        <li>
          <LoudnessWords
            lufs={examined.loudness_lufs}
            hasSound={streams.some(({ kind }) => kind === 'audio')}
          />
        </li>
        {still === null && streams.some(({ kind }) => kind === 'video') ? (
          <li>{t('examineNoStill')}</li>
        ) : null}
      </ul>
      {isRecorded ? <p>{t('examineRecorded')}</p> : null}
      <KindProposal streams={streams} channel={channel} />
    </div>
  )
}

/** A source of sound only is no fault: it is proposed as radio; and one with a picture is more than a station needs. */
function KindProposal({
  streams,
  channel,
}: {
  readonly streams: readonly Stream[]
  readonly channel: Channel
}) {
  const t = useChannelsText()
  const acts = useChannelActs()
  const [isAsking, setIsAsking] = useState(false)
  const hasPicture = streams.some(({ kind }) => kind === 'video')
  if (channel.is_radio) return hasPicture ? <p>{t('radioWithPicture')}</p> : null
  if (hasPicture || streams.length === 0) return null
  const make = () => void acts.edit([channel.cid], { is_radio: true })
  return (
    <>
      <p>{t('looksLikeRadio')}</p>
      <div>
        <Button onPress={channel.archive_days === 0 ? make : () => setIsAsking(true)}>
          {t('makeRadio')}
        </Button>
      </div>
      <Question
        title={t('makeRadioAsk')}
        text={t('makeRadioText')}
        confirm={t('makeRadio')}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={make}
      />
    </>
  )
}

function StreamWords({ stream }: { readonly stream: Stream }) {
  const t = useChannelsText()
  const { kind, codec, width, height, frames_per_second: rate, language, channels } = stream
  const facts = [
    codec,
    width === null || height === null ? '' : `${width} × ${height}`,
    rate === null ? '' : t('examineRate', { rate: String(rate) }),
    stream.is_interlaced ? t('examineInterlaced') : '',
    language,
    channels === null ? '' : t('examineChannels', { count: channels }),
  ]
  return (
    <>
      {t(kind === 'video' ? 'examineVideo' : 'examineAudio')}:{' '}
      {facts.filter((fact) => fact !== '').join(', ')}
    </>
  )
}

function RateWords({ examined: { bits_per_second: bits } }: { readonly examined: Examined }) {
  const t = useChannelsText()
  return <>{bits === null ? t('examineNoRate') : t('examineMbit', { rate: formatDecimal(bits / 1e6, 1) })}</>
}

function LoudnessWords({ lufs, hasSound }: { readonly lufs: number | null; readonly hasSound: boolean }) {
  const t = useChannelsText()
  if (lufs === null) return <>{t(hasSound ? 'examineNoLoudness' : 'examineNoSound')}</>
  if (lufs <= silenceLufs) return <>{t('examineSilent')}</>
  const far = lufs - targetLufs
  const judged = far > noticeableLu ? 'examineLoud' : far < -noticeableLu ? 'examineQuiet' : 'examineUsual'
  return <>{t(judged, { lufs: formatDecimal(lufs, 1) })}</>
}
