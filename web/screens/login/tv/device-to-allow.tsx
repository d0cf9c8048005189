import { formatMoment } from '#web/i18n/format.ts'
import { useLanguage } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/controls/icon.tsx'
import { useNowSec } from '#web/ui/text/use-now.ts'
import type { Asking, LinkState } from './link-flow.ts'
import { useTvLoginText } from './tv-login-text.ts'
import styles from './link-screen.module.css'

interface AskingDeviceProps {
  /** `1234-5678`, to be compared with the television's screen (RFC 8628, 3.3.1). */
  readonly code: string
  readonly state: Extract<LinkState, { kind: 'found' }>
  readonly onDecide: (allow: boolean) => void
  readonly onOther: () => void
}

/**
 * The device that wants to log in, with the two answers. The code may have been sent by a stranger, so the facts a
 * stranger cannot fake are shown: the same network, and the same code on a screen nearby.
 */
export function AskingDevice({ code, state, onDecide, onOther }: AskingDeviceProps) {
  const t = useTvLoginText()
  const { asking, busy, problem } = state
  const isNear = asking.is_same_network === 1
  return (
    <div className={styles.form}>
      <h2 className={styles.question}>{t('question')}</h2>
      <p className={styles.compare}>
        <span>{t('compare')}</span>
        <strong className={styles.code}>{code}</strong>
      </p>
      <Facts asking={asking} />
      <div className={styles.network} data-near={isNear ? '' : undefined}>
        <Icon name={isNear ? 'check' : 'noSignal'} size={24} />
        <div>
          <p className={styles.networkTitle}>{t(isNear ? 'sameNetwork' : 'otherNetwork')}</p>
          {!isNear && <p>{t('otherNetworkText')}</p>}
        </div>
      </div>
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.buttons}>
        {/* Allowing a stranger's television must not be the most prominent button. */}
        <Button
          variant={isNear ? 'primary' : 'secondary'}
          size="l"
          wide
          disabled={busy !== null}
          onClick={() => onDecide(true)}
        >
          {t(busy === 'allow' ? 'allowing' : 'allow')}
        </Button>
        <Button size="l" wide disabled={busy !== null} onClick={() => onDecide(false)}>
          {t('deny')}
        </Button>
      </div>
      <p className={styles.hint}>{t('onlyYours')}</p>
      <Button variant="quiet" onClick={onOther}>
        {t('other')}
      </Button>
    </div>
  )
}

function Facts({ asking }: { readonly asking: Asking }) {
  const t = useTvLoginText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const kind = t(asking.kind === 'other' ? 'otherKind' : asking.kind)
  const region = t(asking.is_tasix === 1 ? 'inside' : 'outside')
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{kind}</dt>
        <dd>{asking.model || '—'}</dd>
      </div>
      <div>
        <dt>{t('askedAt')}</dt>
        <dd>{formatMoment(asking.asked_at, language, nowSec)}</dd>
      </div>
      <div>
        <dt>{t('from')}</dt>
        <dd>
          {asking.address}, {region}
        </dd>
      </div>
    </dl>
  )
}
