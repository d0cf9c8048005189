/** A guide as XMLTV, channel by channel, in the order of its DTD. Pure. */
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import { escapedXml } from '#server/platform/primitives/xml.ts'

export interface Words {
  readonly ru: string
  readonly uz: string
}

export interface GuideChannel {
  readonly cid: number
  readonly name: Words
  /** Absolute, or '' when the public address is unknown. */
  readonly logo: string
}

export interface GuideEntry {
  readonly beginMs: number
  readonly endMs: number
  readonly title: Words
  readonly description: Words
  readonly category: Words
  readonly ageRating: string
  readonly subtitle?: Words
  readonly season?: number
  readonly episode?: number
}

/**
 * Pieces of the document; each channel's programmes are one, so that it can be sent while it is created. `service` is
 * the name of the service.
 */
export function* writeGuide(
  channels: readonly GuideChannel[],
  programmesOf: (cid: number) => readonly GuideEntry[],
  service: string,
): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE tv SYSTEM "xmltv.dtd">\n'
  yield `<tv generator-info-name="${escapedXml(service)}">\n`
  yield channels.map(channelElement).join('')
  for (const { cid } of channels) {
    const text = programmesOf(cid)
      .map((one) => programmeElement(cid, one))
      .join('')
    if (text !== '') yield text
  }
  yield '</tv>\n'
}

function channelElement({ cid, name, logo }: GuideChannel): string {
  const icon = logo === '' ? '' : `<icon src="${escapedXml(logo)}"/>`
  return `<channel id="${cid}">${worded('display-name', name) || `<display-name>${cid}</display-name>`}${icon}</channel>\n`
}

function programmeElement(cid: number, one: GuideEntry): string {
  const rating = one.ageRating === '' ? '' : `<rating><value>${escapedXml(one.ageRating)}</value></rating>`
  return (
    `<programme start="${moment(one.beginMs)}" stop="${moment(one.endMs)}" channel="${cid}">` +
    `${worded('title', one.title) || '<title>…</title>'}${one.subtitle === undefined ? '' : worded('sub-title', one.subtitle)}` +
    `${worded('desc', one.description)}${worded('category', one.category)}${numbered(one)}${rating}</programme>\n`
  )
}

/** Season, episode and part from 0 on, each if known. */
function numbered({ season, episode }: GuideEntry): string {
  if (season === undefined && episode === undefined) return ''
  const [first, second] = [season, episode].map((one) =>
    one === undefined || one === 0 ? '' : String(one - 1),
  )
  return `<episode-num system="xmltv_ns">${first}.${second}.</episode-num>`
}

/** The text in both languages, or once where they are the same or one is missing. */
function worded(name: string, { ru, uz }: Words): string {
  const both = [
    ['ru', ru],
    ['uz', uz],
  ] as const
  const values = both.filter(([, text]) => text !== '')
  const reported = ru === uz ? values.slice(0, 1) : values
  return reported
    .map(([language, text]) => `<${name} lang="${language}">${escapedXml(text)}</${name}>`)
    .join('')
}

/** `20260115130000 +0500`: Tashkent's time, which players show by default. */
function moment(ms: number): string {
  const local = new Date(ms + tashkentOffsetMs).toISOString()
  return `${local.slice(0, 19).replace(/\D/g, '')} +0500`
}
