import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { consoleHealth } from '#contract/console/health.ts'
import { call } from '#console/session/call.ts'
import { keyOf } from '#console/session/queries.ts'
import { RadioStill } from '#console/ui/radio-still.tsx'
import { useHealthText } from './health-text.ts'
import styles from './health.module.css'

const refreshMs = 15_000

interface LiveStillProps {
  readonly cid: number
  readonly name: string
  /** Nothing is received: there is no picture to wait for. */
  readonly isOff: boolean
  /** There is never a picture: its logo is shown. */
  readonly isRadio: boolean
}

/** What a channel shows, renewed while it is in sight; a page in the background asks for nothing. */
export function LiveStill({ cid, name, isOff, isRadio }: LiveStillProps) {
  const t = useHealthText()
  const frame = useRef<HTMLDivElement>(null)
  const isInSight = useInSight(frame)
  const { data, isPending } = useQuery({
    queryKey: keyOf(consoleHealth.still, { cid }),
    queryFn: ({ signal }) => call(consoleHealth.still, { cid }, { signal }),
    enabled: isInSight && (isRadio || !isOff),
    refetchInterval: isRadio ? false : refreshMs,
  })
  const webp = data?.webp ?? null
  return (
    <div ref={frame} className={styles['still']}>
      {isRadio ? (
        <RadioStill name={name} logo={data?.logo ?? ''} label={t('radioStill', { name })} />
      ) : webp === null ? (
        <span>{t(isPending && !isOff ? 'loading' : 'noStill')}</span>
      ) : (
        <img src={`data:image/webp;base64,${webp}`} alt={t('still', { name })} width={320} height={180} />
      )}
    </div>
  )
}

function useInSight(element: { readonly current: HTMLElement | null }): boolean {
  const [isInSight, setIsInSight] = useState(false)
  useEffect(() => {
    const { current } = element
    if (current === null) return undefined
    const observer = new IntersectionObserver(([entry]) => setIsInSight(entry?.isIntersecting ?? false), {
      rootMargin: '100px',
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return isInSight
}
