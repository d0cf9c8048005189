/**
 * The login of a television: it shows a code and its QR code, and a phone that is logged in confirms it. The
 * password is the second way, for viewers without a phone at hand.
 */
import { formatPosition } from '#web/i18n/format.ts'
import { useStepTitle } from '#web/screens/login/flow/card.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { QrCode } from '#web/ui/controls/qr-code.tsx'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import { spokenAddress } from './link-code.ts'
import type { ShownCode, TelevisionState } from './television-flow.ts'
import { useTvLoginText } from './tv-login-text.ts'
import { useSecondsLeft } from './use-seconds-left.ts'
import { useTelevision } from './use-television.ts'
import styles from './tv-login.module.css'

/** Scanned by a phone from the sofa: a third of the screen's height. */
const qrSize = 360

interface TvLoginProps {
  /** False while a password is typed instead: a confirmation on the phone still logs the television in. */
  readonly isShown: boolean
  /** The viewer prefers to type a password. */
  readonly onUsePassword: () => void
}

export function TvLogin({ isShown, onUsePassword }: TvLoginProps) {
  const television = useTelevision()
  return isShown ? <Waiting {...television} onUsePassword={onUsePassword} /> : null
}

type WaitingProps = ReturnType<typeof useTelevision> & Pick<TvLoginProps, 'onUsePassword'>

function Waiting({ state, again, onUsePassword }: WaitingProps) {
  const t = useTvLoginText()
  useStepTitle(t('title'))
  const isOver = state.kind === 'denied' || state.kind === 'resting'
  return (
    <section className={styles.screen} aria-labelledby="tv-login-title">
      <div className={styles.head}>
        <h1 className={styles.title} id="tv-login-title">
          {t('title')}
        </h1>
        <p className={styles.lead}>{t('lead')}</p>
      </div>
      {state.kind === 'shown' ? <Shown shown={state} /> : <Instead state={state} />}
      <div className={styles.actions} data-row="" data-first="">
        {isOver && (
          <Button variant="primary" size="l" icon="retry" onClick={again}>
            {t('newCode')}
          </Button>
        )}
        <Button size="l" onClick={onUsePassword}>
          {t('withPassword')}
        </Button>
      </div>
    </section>
  )
}

function Shown({ shown }: { readonly shown: ShownCode }) {
  const t = useTvLoginText()
  const address = spokenAddress(shown.address)
  return (
    <div className={styles.ways}>
      <div className={styles.way}>
        <p className={styles.step}>{t('scan')}</p>
        <QrCode size={qrSize} text={shown.addressWithCode} label={t('qr', { address, code: shown.code })} />
      </div>
      <div className={styles.way}>
        <p className={styles.step}>{t('or')}</p>
        <p className={styles.address}>{address}</p>
        <p className={styles.step}>{t('type')}</p>
        <p className={styles.code}>{shown.code}</p>
        <Countdown endsAtMs={shown.endsAtMs} />
        <p className={styles.note} role="status" data-trouble={shown.trouble}>
          {shown.trouble === 'none' ? t('waiting') : t(shown.trouble)}
        </p>
      </div>
    </div>
  )
}

function Countdown({ endsAtMs }: { readonly endsAtMs: number }) {
  const t = useTvLoginText()
  const left = useSecondsLeft(endsAtMs)
  return <p className={styles.left}>{t('left', { time: formatPosition(left) })}</p>
}

/** Shown in place of the code. */
function Instead({ state }: { readonly state: Exclude<TelevisionState, ShownCode> }) {
  const t = useTvLoginText()
  if (state.kind === 'asking')
    return (
      <div className={styles.ways}>
        <div className={styles.way}>
          <p className={styles.step}>{t('scan')}</p>
          <Skeleton className={styles.qrWaiting} />
        </div>
        <div className={styles.way}>
          <p className={styles.step}>{t('asking')}</p>
          <Skeleton className={styles.codeWaiting} />
        </div>
      </div>
    )
  return (
    <div className={styles.instead} role="status">
      {state.kind === 'refused' && <Refused message={state.message} retryAtMs={state.retryAtMs} />}
      {state.kind === 'offline' && <p className={styles.saying}>{t('offline')}</p>}
      {state.kind === 'denied' && (
        <>
          <h2 className={styles.saying}>{t('denied')}</h2>
          <p className={styles.step}>{t('deniedText')}</p>
        </>
      )}
      {state.kind === 'resting' && (
        <>
          <h2 className={styles.saying}>{t('resting')}</h2>
          <p className={styles.step}>{t('restingText')}</p>
        </>
      )}
    </div>
  )
}

function Refused({ message, retryAtMs }: { readonly message: string; readonly retryAtMs: number }) {
  const t = useTvLoginText()
  const left = useSecondsLeft(retryAtMs)
  return (
    <>
      <h2 className={styles.saying}>{t('refused')}</h2>
      <p className={styles.step}>{message}</p>
      <p className={styles.left}>{t('retryIn', { time: formatPosition(left) })}</p>
    </>
  )
}
