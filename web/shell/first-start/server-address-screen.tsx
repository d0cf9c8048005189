/** The first start of an app built without a server address: the viewer types the address, and it is stored. */
import { useEffect, useId, useState } from 'react'
import { formatDate } from '#web/i18n/format.ts'
import { findServer, type ServerCheck } from '#web/session/server/server-address.ts'
import { session, useLanguage } from '#web/session/session.ts'
import { isClockWrong } from '#web/state/device-clock.ts'
import { formerServer, storeServer } from '#web/state/site-address.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/text/class-names.ts'
import inputs from '#web/ui/controls/input.module.css'
import pills from '#web/ui/controls/pills.module.css'
import { Form } from '#web/features/forms/form.tsx'
import { screenShown } from '#web/features/releases/safe-mode.ts'
import { Star } from '#web/shell/page/route-error.tsx'
import { LeaveQuestion } from '#web/shell/television/leave-question.tsx'
import { useFirstStartText } from './first-start-text.ts'
import styles from './server-address-screen.module.css'

interface ServerAddressProps {
  /** Called once the address is stored: the client starts with it. */
  readonly onChosen: () => void
}

type ProblemKind = Exclude<ServerCheck['kind'], 'ok'>

function ask(url: string, init: object): Promise<Response> {
  return fetch(url, init)
}

export function ServerAddressScreen({ onChosen }: ServerAddressProps) {
  const t = useFirstStartText()
  const language = useLanguage()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<{ readonly kind: ProblemKind; readonly atMs: number } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isUnstored, setUnstored] = useState(false)
  useEffect(screenShown, [])
  const connect = async () => {
    setBusy(true)
    const check = await findServer(typed, language, ask)
    setBusy(false)
    if (check.kind !== 'ok') return setProblem({ kind: check.kind, atMs: Date.now() })
    // A session is valid at its own server; no other one may see its token, nor the same one without encryption.
    const former = formerServer()
    if (former !== null && former !== check.origin) session.signOut()
    if (storeServer(check.origin)) onChosen()
    else setUnstored(true)
  }
  if (isUnstored) return <Unstored onGoOn={onChosen} />
  return (
    <main className={styles.view}>
      <Star />
      <h1 className={styles.title}>{t('title')}</h1>
      <p className={styles.text}>{t('text')}</p>
      <Form className={styles.form} isBusy={isBusy} onSubmit={() => void connect()}>
        <label className={inputs.label} htmlFor={id}>
          {t('label')}
        </label>
        <input
          id={id}
          className={classes(inputs.box, inputs.large)}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setProblem(null)
          }}
          placeholder={t('example')}
          inputMode="url"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={200}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-problem`}
        />
        <p className={styles.problem} id={`${id}-problem`} role="alert">
          {problem !== null && <ProblemText {...problem} />}
        </p>
        <Button variant="primary" size="l" type="submit" disabled={isBusy}>
          {t(isBusy ? 'connecting' : 'connect')}
        </Button>
      </Form>
      <LanguageChoice />
      <LeaveQuestion />
    </main>
  )
}

/** A device without storage: the address is valid until the app is closed. */
function Unstored({ onGoOn }: { readonly onGoOn: () => void }) {
  const t = useFirstStartText()
  return (
    <main className={styles.view}>
      <Star />
      <p className={styles.text} role="alert">
        {t('unstored')}
      </p>
      <Button variant="primary" size="l" onClick={onGoOn}>
        {t('goOn')}
      </Button>
      <LeaveQuestion />
    </main>
  )
}

function ProblemText({ kind, atMs }: { readonly kind: ProblemKind; readonly atMs: number }) {
  const t = useFirstStartText()
  const language = useLanguage()
  const date = formatDate(atMs / 1000, language, 0)
  if ((kind === 'silent' || kind === 'insecure') && isClockWrong(atMs)) return <>{t('clock', { date })}</>
  if (kind === 'insecure') return <>{t('insecure', { date })}</>
  return <>{kind === 'silent' ? `${t('silent')} ${t('unsafe')}` : t(kind)}</>
}

const languages = [
  { code: 'ru', name: 'Русский' },
  { code: 'uz', name: 'Oʻzbekcha' },
] as const

/** There is no router yet, so the header's language switch cannot be used here. */
function LanguageChoice() {
  const current = useLanguage()
  return (
    <div className={styles.languages} data-row="">
      {languages.map(({ code, name }) => (
        <button
          key={code}
          type="button"
          lang={code}
          className={classes(pills.option, pills.pill)}
          aria-pressed={code === current}
          onClick={() => session.setLanguage(code)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
