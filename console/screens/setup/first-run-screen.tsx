import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { consoleOverview } from '#contract/console/overview.ts'
import { call } from '#console/session/call.ts'
import { keyOf } from '#console/session/queries.ts'
import { Icon } from '#console/ui/icons.tsx'
import { LinkButton } from '#console/ui/link-button.tsx'
import { Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { ChannelsOff, type Off, isMajorityOff } from './channels-off.tsx'
import { DemoSection } from './demo-section.tsx'
import { EndSection } from './end-section.tsx'
import { ServiceStep } from './service-step.tsx'
import { useSetupText } from './setup-text.ts'
import { TariffStep } from './tariff-step.tsx'
import { TrialSection } from './trial-section.tsx'
import styles from './setup.module.css'

const steps = ['service', 'channels', 'guide', 'films', 'tariffs', 'watch'] as const
const refreshMs = 5000
type Step = (typeof steps)[number]

interface Progress {
  readonly isDone: boolean
  readonly count: number
}

/** `/setup` and `/setup/<step>`: from an empty server to one that can be watched, step by step. */
export function FirstRunScreen({ step }: { readonly step: string | undefined }) {
  const t = useSetupText()
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(consoleOverview.needs, {}),
    queryFn: ({ signal }) => call(consoleOverview.needs, {}, { signal }),
    // What is done elsewhere ticks itself off here.
    refetchInterval: refreshMs,
  })
  if (data === undefined)
    return (
      <Page title={t('title')} text={t('text')}>
        {error === null ? <Skeleton lines={6} /> : <Failed error={error} onRetry={() => void refetch()} />}
      </Page>
    )
  const progressOf = (name: Step): Progress => {
    const facts = data.steps.find((one) => one.step === name)
    return { isDone: facts?.is_done ?? false, count: facts?.count ?? 0 }
  }
  const isTicked = (name: Step) =>
    progressOf(name).isDone && !(name === 'channels' && isMajorityOff(data.channels_off))
  const next = steps.find((name) => !progressOf(name).isDone) ?? 'watch'
  const current = steps.find((name) => name === step) ?? next
  return (
    <Page title={t('title')} text={t('text')}>
      <div className={styles['run']}>
        <ol className={styles['steps']}>
          {steps.map((name) => (
            <li key={name}>
              <Link href={`/setup/${name}`} aria-current={name === current ? 'step' : undefined}>
                <Icon name={isTicked(name) ? 'check' : 'more'} size={18} />
                <span>{titleOf(name, t)}</span>
                <span className="spoken">{t(isTicked(name) ? 'done' : 'undone')}</span>
              </Link>
            </li>
          ))}
        </ol>
        <div className={styles['step']}>
          <StepContent name={current} progress={progressOf(current)} off={data.channels_off} />
          {current === 'watch' ? <TrialSection /> : null}
          {data.is_first_run ? (
            <EndSection isComplete={steps.every((name) => progressOf(name).isDone)} off={data.channels_off} />
          ) : null}
          <DemoSection />
        </div>
      </div>
    </Page>
  )
}

function titleOf(name: Step, t: ReturnType<typeof useSetupText>): string {
  return name === 'service' ? t('service') : t(`step.${name}`)
}

interface StepContentProps {
  readonly name: Step
  readonly progress: Progress
  readonly off: Off
}

function StepContent({ name, progress, off }: StepContentProps) {
  const t = useSetupText()
  const after = steps[steps.indexOf(name) + 1]
  return (
    <Section
      title={titleOf(name, t)}
      text={name === 'service' ? t('serviceText') : t(`text.${name}`)}
      acts={after === undefined ? undefined : <LinkButton href={`/setup/${after}`}>{t('skip')}</LinkButton>}
    >
      <Count name={name} progress={progress} />
      {name === 'channels' && off !== null ? <ChannelsOff channels={off} /> : null}
      {contentOf(name, t, progress)}
    </Section>
  )
}

function Count({ name, progress: { isDone, count } }: { readonly name: Step; readonly progress: Progress }) {
  const t = useSetupText()
  if (name === 'service' || !isDone) return null
  return (
    <p className={styles['count']}>
      <Icon name="check" size={18} />
      {name === 'watch' ? t('count.watch') : t(`count.${name}`, { count })}
    </p>
  )
}

function contentOf(name: Step, t: ReturnType<typeof useSetupText>, { isDone }: Progress): ReactNode {
  switch (name) {
    case 'service':
      return <ServiceStep />
    case 'channels':
      return <Go href="/imports" text={t('go.channels')} />
    case 'guide':
      return <Go href="/guide" text={t('go.guide')} />
    case 'films':
      return (
        <>
          <Go href="/films/folder" text={t('go.films')} />
          <Go href="/films/upload" text={t('go.upload')} />
        </>
      )
    case 'tariffs':
      return isDone ? null : <TariffStep />
    case 'watch':
      return (
        <>
          <Go href="/channels" text={t('go.watchChannel')} />
          <Go href="/films" text={t('go.watchFilm')} />
          <a className={styles['open']} href="/" target="_blank" rel="noreferrer">
            {t('go.watch')}
          </a>
        </>
      )
  }
}

function Go({ href, text }: { readonly href: string; readonly text: string }) {
  return (
    <div>
      <LinkButton href={href}>{text}</LinkButton>
    </div>
  )
}
