/**
 * The part of the DASH schema (ISO/IEC 23009-1, DASH-MPD.xsd) that our manifests use, as a table: which attributes and
 * children an element may have, in which order, of which type. Returns all violations in a text.
 */

interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: XmlElement[]
  text: string
}

const duration = /^PT(\d+H)?(\d+M)?(\d+(\.\d+)?S)?$/
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const whole = /^\d+$/
const word = /^\S+$/
const any = /^[\s\S]*$/
const rate = /^\d+(\/\d+)?$/
const flag = /^(true|false)$/
const range = /^\d+-\d+$/
const ratio = /^\d+:\d+$/

interface Rule {
  readonly attributes: Readonly<Record<string, RegExp>>
  readonly required: readonly string[]
  /** In the required order. */
  readonly children: readonly string[]
  readonly needed?: readonly string[]
  readonly text?: RegExp
}

const descriptor: Rule = {
  attributes: { schemeIdUri: word, value: any, id: any },
  required: ['schemeIdUri'],
  children: [],
}
const template = {
  media: word,
  initialization: word,
  timescale: whole,
  presentationTimeOffset: whole,
  duration: whole,
  startNumber: whole,
}
/** The first elements of an adaptation set and a representation: `RepresentationBaseType`, in the schema's order. */
const base = [
  'FramePacking',
  'AudioChannelConfiguration',
  'ContentProtection',
  'EssentialProperty',
  'SupplementalProperty',
  'InbandEventStream',
  'Switching',
  'RandomAccess',
  'GroupLabel',
  'Label',
  'ProducerReferenceTime',
  'ContentPopularityRate',
]
const segments = ['SegmentBase', 'SegmentList', 'SegmentTemplate']
const common = {
  mimeType: /^[a-z]+\/[\w.+-]+$/,
  codecs: any,
  width: whole,
  height: whole,
  sar: ratio,
  frameRate: rate,
  audioSamplingRate: /^\d+( \d+)?$/,
  startWithSAP: /^[0-6]$/,
}

const rules: Readonly<Record<string, Rule>> = {
  MPD: {
    attributes: {
      xmlns: /^urn:mpeg:dash:schema:mpd:2011$/,
      profiles: word,
      type: /^(static|dynamic)$/,
      availabilityStartTime: moment,
      publishTime: moment,
      mediaPresentationDuration: duration,
      minimumUpdatePeriod: duration,
      minBufferTime: duration,
      timeShiftBufferDepth: duration,
      suggestedPresentationDelay: duration,
    },
    required: ['profiles', 'minBufferTime'],
    children: [
      'ProgramInformation',
      'BaseURL',
      'Location',
      'ServiceDescription',
      'InitializationSet',
      'InitializationGroup',
      'InitializationPresentation',
      'Period',
      'Metrics',
      'EssentialProperty',
      'SupplementalProperty',
      'UTCTiming',
      'LeapSecondInformation',
    ],
    needed: ['Period'],
  },
  Period: {
    attributes: { id: any, start: duration, duration },
    required: [],
    children: [
      'BaseURL',
      ...segments,
      'AssetIdentifier',
      'EventStream',
      'ServiceDescription',
      'AdaptationSet',
      'Subset',
      'SupplementalProperty',
      'EmptyAdaptationSet',
      'GroupLabel',
      'Preselection',
    ],
  },
  AdaptationSet: {
    attributes: {
      ...common,
      id: whole,
      lang: /^[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*$/,
      contentType: /^(text|image|audio|video|application|font)$/,
      segmentAlignment: flag,
      subsegmentAlignment: flag,
      subsegmentStartsWithSAP: /^[0-6]$/,
    },
    required: [],
    children: [
      ...base,
      'Accessibility',
      'Role',
      'Rating',
      'Viewpoint',
      'ContentComponent',
      'BaseURL',
      ...segments,
      'Representation',
    ],
    needed: ['Representation'],
  },
  Representation: {
    attributes: { ...common, id: word, bandwidth: whole },
    required: ['id', 'bandwidth'],
    children: [...base, 'BaseURL', 'ExtendedBandwidth', 'SubRepresentation', ...segments],
  },
  SegmentTemplate: {
    attributes: template,
    required: [],
    children: [
      'Initialization',
      'RepresentationIndex',
      'FailoverContent',
      'SegmentTimeline',
      'BitstreamSwitching',
    ],
  },
  SegmentTimeline: { attributes: {}, required: [], children: ['S'], needed: ['S'] },
  S: { attributes: { t: whole, d: whole, r: /^-?\d+$/ }, required: ['d'], children: [] },
  SegmentBase: {
    attributes: { timescale: whole, indexRange: range },
    required: [],
    children: ['Initialization', 'RepresentationIndex', 'FailoverContent'],
  },
  Initialization: { attributes: { sourceURL: word, range }, required: [], children: [] },
  BaseURL: { attributes: {}, required: [], children: [], text: word },
  Label: { attributes: { id: whole, lang: word }, required: [], children: [], text: any },
  Role: descriptor,
  EssentialProperty: descriptor,
  AudioChannelConfiguration: descriptor,
  UTCTiming: descriptor,
}

function decode(text: string): string {
  return text.replaceAll(
    /&(lt|gt|quot|apos|amp);/g,
    (_, name: string) => ({ lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' })[name] ?? '',
  )
}

/** The root of a document without comments or namespaces; throws an error with a message on anything else. */
export function readXml(text: string): XmlElement {
  const head = '<?xml version="1.0" encoding="UTF-8"?>'
  if (!text.startsWith(head)) throw new Error('no XML declaration')
  const open: XmlElement[] = []
  let root: XmlElement | undefined
  for (const [token, closing, name = '', list = '', empty, words] of text
    .slice(head.length)
    .matchAll(/<(\/?)([A-Za-z]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>|([^<]+)/g)) {
    const parent = open.at(-1)
    if (words !== undefined) {
      if (words.trim() !== '' && parent === undefined) throw new Error(`text outside of the root: ${token}`)
      if (parent !== undefined) parent.text += decode(words)
    } else if (closing === '/') {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes nothing`)
    } else {
      const attributes = new Map<string, string>()
      for (const [, key = '', value = ''] of list.matchAll(/([\w:]+)="([^"<]*)"/g)) {
        if (attributes.has(key)) throw new Error(`${name}@${key} twice`)
        if (/&(?!(lt|gt|quot|apos|amp);)/.test(value)) throw new Error(`a bare & in ${name}@${key}`)
        attributes.set(key, decode(value))
      }
      const element: XmlElement = { name, attributes, children: [], text: '' }
      if (parent !== undefined) parent.children.push(element)
      else if (root === undefined) root = element
      else throw new Error('two roots')
      if (empty !== '/') open.push(element)
    }
  }
  if (root === undefined || open.length > 0) throw new Error('the document does not end')
  return root
}

/** Everything in a manifest that the schema, or a player of the live profile, would not accept. */
export function manifestFaults(text: string): string[] {
  const faults: string[] = []
  const root = readXml(text)
  if (root.name !== 'MPD') faults.push(`the root is ${root.name}`)
  checkElement(root, faults)
  checkMeaning(root, faults)
  return faults
}

function checkElement(element: XmlElement, faults: string[]): void {
  const { name, attributes, children, text } = element
  const rule = rules[name]
  if (rule === undefined) return void faults.push(`an unknown element ${name}`)
  for (const [key, value] of attributes) {
    const type = rule.attributes[key]
    if (type === undefined) faults.push(`${name} has no attribute ${key}`)
    else if (!type.test(value)) faults.push(`${name}@${key} is "${value}"`)
  }
  for (const key of rule.required) if (!attributes.has(key)) faults.push(`${name} without ${key}`)
  let at = 0
  for (const child of children) {
    const place = rule.children.indexOf(child.name)
    if (place < 0) faults.push(`${child.name} in ${name}`)
    else if (place < at) faults.push(`${child.name} in ${name} comes too late`)
    at = Math.max(at, place)
    checkElement(child, faults)
  }
  for (const needed of rule.needed ?? [])
    if (!children.some((child) => child.name === needed)) faults.push(`${name} without ${needed}`)
  if (rule.text === undefined ? text.trim() !== '' : !rule.text.test(text.trim()))
    faults.push(`${name} holds "${text.trim().slice(0, 40)}"`)
}

function secondsOf(text: string | undefined): number {
  const match = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(text ?? '')
  return match === null
    ? Number.NaN
    : Number(match[1] ?? 0) * 3600 + Number(match[2] ?? 0) * 60 + Number(match[3] ?? 0)
}

function checkMeaning(root: XmlElement, faults: string[]): void {
  const isLive = root.attributes.get('type') === 'dynamic'
  if (isLive && !root.attributes.has('availabilityStartTime'))
    faults.push('dynamic without availabilityStartTime')
  if (isLive && !root.attributes.has('publishTime')) faults.push('dynamic without publishTime')
  if (!isLive && !root.attributes.has('mediaPresentationDuration')) faults.push('static without a duration')
  const periods = root.children.filter((child) => child.name === 'Period')
  const ids = periods.map((period) => period.attributes.get('id'))
  if (new Set(ids).size !== ids.length) faults.push('two periods with one id')
  let before = -1
  for (const period of periods) {
    const start = secondsOf(period.attributes.get('start'))
    if (!(start > before)) faults.push(`a period at ${start} after one at ${before}`)
    before = start
    for (const set of period.children) for (const one of set.children) checkTimeline(one, faults)
  }
}

function checkTimeline(representation: XmlElement, faults: string[]): void {
  const lines =
    representation.children.find((one) => one.name === 'SegmentTemplate')?.children[0]?.children ?? []
  let end = 0
  lines.forEach((line, at) => {
    const [t, d, r] = ['t', 'd', 'r'].map((key) => line.attributes.get(key))
    if (at === 0 && t === undefined) faults.push('a timeline without a beginning')
    const begin = t === undefined ? end : Number(t)
    if (begin < end) faults.push(`segments overlap at ${begin}`)
    if (Number(d) <= 0) faults.push(`a segment of length ${d}`)
    end = begin + Number(d) * (Number(r ?? 0) + 1)
  })
}
