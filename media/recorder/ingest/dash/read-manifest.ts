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

const maxPeriods = 500

/**
 * @param url The address that the manifest came from.
 * @throws {Error} with the reason as text when it is no manifest that can be read.
 */
export function readManifest(text: string, url: URL): DashManifest {
  const root = readElements(text)
  if (root?.name !== 'MPD') throw new Error('it is no DASH manifest')
  const base = resolved(url.href, root)
  const periods = childrenOf(root, 'Period').slice(-maxPeriods)
  let endS = 0
  const read = periods.map((period) => {
    const startS = durationOf(period.attributes['start']) ?? endS
    const durationS = durationOf(period.attributes['duration'])
    endS = startS + (durationS ?? 0)
    return { startS, durationS, renditions: renditionsOf(period, resolved(base, period)) }
  })
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
  return childrenOf(period, 'AdaptationSet').flatMap((set, position) => {
    const setBase = resolved(base, set)
    return childrenOf(set, 'Representation').flatMap((one): DashRendition[] => {
      const attribute = (name: string): string => one.attributes[name] ?? set.attributes[name] ?? ''
      const kind = kindOf(`${attribute('contentType')} ${attribute('mimeType')} ${contentOf(set)}`)
      if (kind === undefined) return []
      const parts = [period, set, one].flatMap((part) => childrenOf(part, 'SegmentTemplate'))
      return [
        {
          ...{ kind, set: position, id: attribute('id'), codecs: attribute('codecs') },
          bandwidth: Number(attribute('bandwidth')) || 0,
          language: attribute('lang'),
          isEncrypted: [set, one].some((part) => childrenOf(part, 'ContentProtection').length > 0),
          base: resolved(setBase, one),
          template: readTemplate(parts),
        },
      ]
    })
  })
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
