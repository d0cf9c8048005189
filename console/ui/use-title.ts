import { useEffect } from 'react'
import { useServiceName } from '#console/session/session.ts'
import { useText } from '#console/session/text.ts'

/** Names the page in the browser's title: what it is first, then the console. */
export function useTitle(title: string): void {
  const t = useText()
  const whole = `${title} · ${useServiceName()} ${t('brand.console')}`
  useEffect(() => {
    document.title = whole
  }, [whole])
}
