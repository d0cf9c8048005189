/** Reads a DASH manifest (ISO/IEC 23009-1) as far as it matters for receiving a live channel. Pure. */
import { readTemplate, type SegmentTemplate } from './segment-template.ts'
import { childrenOf, readElements, type XmlElement } from './xml-elements.ts'

/** Times in seconds since 1970, durations in seconds. */
export interface DashManifest {
  readonly isLive: boolean
  readonly availabilityStartS: number
  readonly periods: readonly DashPeriod[]
}

/** `startS` is relative to the availability start. */
export interface DashPeriod {
  readonly startS: number
  readonly durationS?: number | undefined
  readonly renditions: readonly DashRendition[]
}

export interface DashRendition {
  readonly id: string
  readonly kind: 'video' | 'audio'
  /** Position of its adaptation set: renditions of the same set are one track in several qualities. */
  readonly set: number
  readonly codecs: string
  readonly bandwidth: number
  readonly language: string
  readonly isEncrypted: boolean
  /** The address that its templates are relative to. */
  readonly base: string
  /** Undefined where segments are listed in another way. */
  readonly template?: SegmentTemplate | undefined
}

/** Of a live channel only the last ones matter. */
const maxPeriods = 3
/** Of a period. Real ladders have a dozen. */
const [maxSets, maxRenditions] = [50, 100]
const maxId = 200

/**
 * Reads the last periods.
 * @param url The address that the manifest came from.
 * @throws {Error} with the reason as text when it is no manifest that can be read.
 */
export function readManifest(text: string, url: URL): DashManifest {
  const root = readElements(text)
  if (root?.name !== 'MPD') throw new Error('it is no DASH manifest')
  const base = resolved(url.href, root)
  let endS = 0
  const timed = childrenOf(root, 'Period').map((element) => {
    const startS = durationOf(element.attributes['start']) ?? endS
    const durationS = durationOf(element.attributes['duration'])
    endS = startS + (durationS ?? 0)
    return { element, startS, durationS }
  })
  const read = timed.slice(-maxPeriods).map(({ element, ...times }) => ({
    ...times,
    renditions: renditionsOf(element, resolved(base, element)),
  }))
  return {
    isLive: root.attributes['type'] === 'dynamic',
    availabilityStartS: (Date.parse(root.attributes['availabilityStartTime'] ?? '') || 0) / 1000,
    // A period without a duration ends where the next one begins.
    periods: read.map((period, index) => {
      const next = read[index + 1]
      return next === undefined ? period : { ...period, durationS: next.startS - period.startS }
    }),
  }
}

function renditionsOf(period: XmlElement, base: string): DashRendition[] {
  const ofPeriod = childrenOf(period, 'SegmentTemplate')
  const sets = childrenOf(period, 'AdaptationSet').slice(0, maxSets)
  const all = sets.flatMap((set, position) => {
    // What all renditions of a set share is read once: there may be many of them.
    const shared = {
      base: resolved(base, set),
      content: contentOf(set),
      isEncrypted: childrenOf(set, 'ContentProtection').length > 0,
      templates: [...ofPeriod, ...childrenOf(set, 'SegmentTemplate')],
    }
    return childrenOf(set, 'Representation')
      .slice(0, maxRenditions)
      .flatMap((one) => renditionOf(one, { set, position, ...shared }))
  })
  return all.slice(0, maxRenditions)
}

function renditionOf(
  one: XmlElement,
  shared: {
    readonly set: XmlElement
    readonly position: number
    readonly base: string
    readonly content: string
    readonly isEncrypted: boolean
    readonly templates: readonly XmlElement[]
  },
): readonly DashRendition[] {
  const attribute = (name: string): string => one.attributes[name] ?? shared.set.attributes[name] ?? ''
  const kind = kindOf(`${attribute('contentType')} ${attribute('mimeType')} ${shared.content}`)
  const id = attribute('id')
  if (kind === undefined || id.length > maxId) return []
  return [
    {
      ...{ kind, set: shared.position, id, codecs: attribute('codecs') },
      bandwidth: Number(attribute('bandwidth')) || 0,
      language: attribute('lang'),
      isEncrypted: shared.isEncrypted || childrenOf(one, 'ContentProtection').length > 0,
      base: resolved(shared.base, one),
      template: readTemplate([...shared.templates, ...childrenOf(one, 'SegmentTemplate')]),
    },
  ]
}

function contentOf(set: XmlElement): string {
  return childrenOf(set, 'ContentComponent')[0]?.attributes['contentType'] ?? ''
}

function kindOf(words: string): 'video' | 'audio' | undefined {
  return /\bvideo\b/.test(words) ? 'video' : /\baudio\b/.test(words) ? 'audio' : undefined
}

/** The base of what is inside an element: its first BaseURL, relative to that of its parent. */
function resolved(base: string, element: XmlElement): string {
  const own = childrenOf(element, 'BaseURL')[0]?.text.trim() ?? ''
  return URL.canParse(own, base) ? new URL(own, base).href : base
}

/** Seconds of an XML duration like `PT1H2M3.5S`. */
function durationOf(text: string | undefined): number | undefined {
  const match = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(text ?? '')
  if (match === null) return undefined
  const [days, hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0))
  return ((days ?? 0) * 24 + (hours ?? 0)) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0)
}
