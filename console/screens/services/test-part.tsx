import { CardBadges } from '#console/ui/card-list.tsx'
import { useId, useState } from 'react'
import { consoleOutsideServices } from '#contract/console/outside-services.ts'
import type { InputOf, ResponseOf } from '#contract/form/endpoint.ts'
import { isCancelled } from '#console/session/call-error.ts'
import { useAct } from '#console/session/queries.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog } from '#console/ui/dialog.tsx'
import { TextField } from '#console/ui/field.tsx'
import { Badge } from '#console/ui/page.tsx'
import { targetOf } from './services-data.ts'
import { useServicesText } from './services-text.ts'
import styles from './services.module.css'

type TestInput = InputOf<typeof consoleOutsideServices.test>
type Step = ResponseOf<typeof consoleOutsideServices.test>['steps'][number]

interface TestPartProps {
  readonly subject: TestInput['subject']
  /** As typed; null: as they are in use. */
  readonly texts: TestInput['texts']
  /** The name of a field in a sentence about it. */
  readonly named?: (message: string) => string
}

/** Each step may last ten seconds, and a store has three. */
const limitMs = 45_000

const targetLabels = { phone: 'toPhone', mail: 'toMail', abonement: 'toAbonement' } as const

/** The test of a service: where to, the button, and what became of each step. */
export function TestPart({ subject, texts, named = (message) => message }: TestPartProps) {
  const t = useServicesText()
  const id = useId()
  const [to, setTo] = useState('')
  const [steps, setSteps] = useState<readonly Step[]>([])
  const [problem, setProblem] = useState<string>()
  const test = useAct(consoleOutsideServices.test, {
    limitMs,
    onDone: (tested) => setSteps(tested.steps),
    onFailed: (error) => {
      if (!isCancelled(error)) setProblem(error.message)
    },
  })
  const target = targetOf(subject)
  const run = () => {
    setSteps([])
    setProblem(undefined)
    test.mutate({ subject, texts, to })
  }
  return (
    <section
      className={styles['test']}
      aria-label={t('testTitle')}
      onKeyDown={(event) => {
        // The test stands inside the form that saves: Enter in its field is the test, and changes nothing.
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
        event.preventDefault()
        if (!test.isPending) run()
      }}
    >
      <h3>{t('testTitle')}</h3>
      <p>{t(texts === null ? 'testUsed' : 'testTyped')}</p>
      {subject === 'telegram' ? <p>{t('telegramHint')}</p> : null}
      {target === 'abonement' ? <p>{t(subject === 'telegram_bot' ? 'botHint' : 'pushHint')}</p> : null}
      {target === undefined ? null : (
        <TextField
          field={{ id, name: 'to', value: to, problem: undefined, onChange: setTo }}
          label={t(targetLabels[target])}
          autoComplete="off"
        />
      )}
      <Button isPending={test.isPending} onPress={run}>
        {t('test')}
      </Button>
      <div role="status" className={styles['steps']}>
        {problem === undefined ? null : <p className={styles['bad']}>{named(problem)}</p>}
        {steps.map((step) => (
          <CardBadges key={step.step}>
            <Badge tone={step.is_ok ? 'good' : 'bad'}>{t(`step.${step.step}`)}</Badge>
            <span>{t(`word.${step.word}`)}</span>
            {step.detail === '' ? null : <code>{step.detail}</code>}
          </CardBadges>
        ))}
      </div>
    </section>
  )
}

interface TestDialogProps {
  readonly subject: TestInput['subject']
  readonly name: string
  readonly onClose: () => void
}

/** Tries a service as it is in use. */
export function TestDialog({ subject, name, onClose }: TestDialogProps) {
  return (
    <Dialog title={name} isOpen onClose={onClose}>
      <TestPart subject={subject} texts={null} />
    </Dialog>
  )
}
