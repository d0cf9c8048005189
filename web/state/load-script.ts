/**
 * Loads a script of another site that the page's policy allows. Rejects when it does not load within `limitMs`; the
 * element is then removed, so that a later call tries again.
 */
export function loadScript(url: string, limitMs: number): Promise<void> {
  const script = document.createElement('script')
  script.src = url
  script.async = true
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => fail('in time'), limitMs)
    const fail = (how: string) => {
      clearTimeout(timer)
      script.remove()
      reject(new Error(`${url} did not load ${how}`))
    }
    script.addEventListener('load', () => {
      clearTimeout(timer)
      resolve()
    })
    script.addEventListener('error', () => fail('at all'))
    document.head.append(script)
  })
}
