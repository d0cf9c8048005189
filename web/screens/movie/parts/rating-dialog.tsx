/** Rating in ten steps with labels; the viewer's own rating can be changed and removed (FILM-03). */
import { useEffect, useState, type KeyboardEvent } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { Icon } from '#web/ui/controls/icon.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { useRatingText } from './rating-text.ts'
import type { Rating } from '#web/screens/movie/watching/use-rating.ts'
import styles from './rating-dialog.module.css'
import { Form } from '#web/features/forms/form.tsx'

/** How long the confirmation is shown (specification, 4: `sent` is true for 3 seconds). */
const thanksMs = 3000
const steps = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const
type Step = (typeof steps)[number]

interface RatingDialogProps {
  readonly name: string
  readonly rating: Rating
  readonly onClose: () => void
}

export function RatingDialog({ name, rating, onClose }: RatingDialogProps) {
  const t = useRatingText()
  const [chosen, setChosen] = useState<Step | null>(() => steps.find((step) => step === rating.own) ?? null)
  const [sent, setSent] = useState(false)
  const [trouble, setTrouble] = useState('')
  useEffect(() => {
    if (!sent) return
    const timer = setTimeout(() => {
      setSent(false)
      onClose()
    }, thanksMs)
    return () => clearTimeout(timer)
  }, [sent, onClose])
  const undone = (message: string) => {
    setSent(false)
    setTrouble(message || t('rateFailed'))
  }
  const send = () => {
    if (chosen === null) return setTrouble(t('rateChoose'))
    setTrouble('')
    setSent(true)
    void rating.rate(chosen).then((words) => words !== null && undone(words))
  }
  const takeBack = async () => {
    const words = await rating.rate(0)
    if (words !== null) return undone(words)
    showToast(t('rateTakenBack'))
    onClose()
  }
  return (
    <Dialog open title={t('rateTitle')} onClose={onClose}>
      <div role="status">{sent && <Thanks chosen={chosen} />}</div>
      {!sent && (
        <Form className={styles.form} onSubmit={send}>
          <p className={styles.about}>{name}</p>
          <Steps chosen={chosen} onChoose={setChosen} />
          <p className={styles.trouble} role="alert">
            {trouble}
          </p>
          <div className={styles.buttons}>
            {rating.own > 0 && <Button onClick={() => void takeBack()}>{t('rateBack')}</Button>}
            <Button type="submit" variant="primary">
              {t(rating.own > 0 ? 'rateChange' : 'rateSend')}
            </Button>
          </div>
        </Form>
      )}
    </Dialog>
  )
}

interface StepsProps {
  readonly chosen: Step | null
  readonly onChoose: (step: Step) => void
}

function Steps({ chosen, onChoose }: StepsProps) {
  const t = useRatingText()
  return (
    <fieldset className={styles.steps}>
      <legend className={styles.word}>{chosen === null ? t('rateHint') : t(`rate.${chosen}`)}</legend>
      {steps.map((step) => (
        <label
          key={step}
          className={styles.step}
          data-lit={chosen !== null && step <= chosen ? '' : undefined}
        >
          <input
            type="radio"
            name="rating"
            value={step}
            checked={chosen === step}
            aria-label={t('rateStep', { rating: step, word: t(`rate.${step}`) })}
            onChange={() => onChoose(step)}
            onKeyDown={(event: KeyboardEvent) => {
              // OK on a remote control must choose an option; by default it would submit the form.
              if (event.key !== 'Enter' || chosen === step) return
              event.preventDefault()
              onChoose(step)
            }}
          />
          <span aria-hidden="true">{step}</span>
        </label>
      ))}
    </fieldset>
  )
}

function Thanks({ chosen }: { readonly chosen: Step | null }) {
  const t = useRatingText()
  return (
    <div className={styles.thanks}>
      <Icon name="rateFilled" size={56} />
      <p>{t('rateThanks')}</p>
      {chosen !== null && (
        <p className={styles.about}>{t('rateStep', { rating: chosen, word: t(`rate.${chosen}`) })}</p>
      )}
    </div>
  )
}
