/** Google Cast, where the operator turned it on: the server then names the receiver application in the page. */

/** The id of the receiver application; null where casting is off. */
export function castAppId(): string | null {
  return contentOf('cast-app')
}

/** True on the page that a Cast device opens for the receiver application. */
export function isCastReceiver(): boolean {
  return typeof document !== 'undefined' && contentOf('cast-receiver') !== null
}

function contentOf(name: string): string | null {
  const content = document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? ''
  return content === '' ? null : content
}
