/** A page of the site as a document without scripts, for a frame of the console. */
import type { Language } from '#contract/form/failures.ts'
import type { PageToDraw } from './draw-page.ts'

/** A page that is previewed, and what is answered otherwise than to a real visitor. */
export interface PagePreview {
  /** Relative to the site's root, without a query. */
  readonly path: string
  readonly language: Language
  /** The brand whose site it is. */
  readonly serviceId: number
  /** The moment at which it is shown, unix milliseconds. */
  readonly nowMs: number
  readonly isTelevision: boolean
  readonly isSubscriber: boolean
  /** The response to a request of the page; undefined: what every guest gets. */
  readonly answer: (question: Parameters<PageToDraw['ask']>[0]) => Promise<unknown>
}

/** The document of a preview. `busy`: too many are drawn at the moment; `absent`: there is no such page to draw. */
export type DrawnPreview = { readonly text: string } | 'busy' | 'absent'

/** Nothing on it leads anywhere: a frame may not show the site itself. */
const still = '<style>a,button,input,select,summary,[role=button]{pointer-events:none!important}</style>'

/**
 * The document of a drawn page: its scripts are gone, and what a script does at the start is done; pure. `style`: of the
 * brand, which the host of the console does not serve.
 */
export function previewText(
  html: string,
  { language, isTelevision, isSubscriber }: PagePreview,
  style: string,
): string {
  const attributes = [
    `lang="${language}" data-lang="${language}"`,
    `data-auth="${isSubscriber ? 'user' : 'guest'}" data-started data-chosen`,
    ...(isTelevision ? ['data-tv'] : []),
  ].join(' ')
  return html
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script\s*>/gi, '')
    .replaceAll(/<link\b[^>]*\brel="(?:modulepreload|manifest|canonical|alternate)"[^>]*>/gi, '')
    .replaceAll(/<link rel="stylesheet" href="\/service\.css[^>]*>/g, '')
    .replace(/<html\b[^>]*>/i, `<html ${attributes}>`)
    .replaceAll(/(<[a-z][^<>]*?) data-style="/g, '$1 style="')
    .replace(/<\/head>/i, `${style === '' ? '' : `<style>${style}</style>`}${still}</head>`)
}
