/** A channel of a guide. */
export interface XmltvChannel {
  readonly id: string
  readonly names: readonly string[]
}

/** A text with the language it says it is in; an empty language when it says nothing. */
export interface XmltvText {
  readonly language: string
  readonly text: string
}

/** An episode number, in one of the numbering systems of XMLTV. */
export interface XmltvEpisode {
  readonly system: string
  readonly text: string
}

/** A programme as it is written; times are still text. */
export interface XmltvProgramme {
  /** Its position; without a file, a line of the XML. */
  readonly line: number
  readonly file?: string
  readonly channel: string
  readonly start: string
  readonly stop?: string
  readonly titles: readonly XmltvText[]
  readonly subtitles: readonly XmltvText[]
  readonly descriptions: readonly XmltvText[]
  readonly categories: readonly string[]
  /** All there are, in whatever system. */
  readonly ratings?: readonly string[]
  readonly episodes?: readonly XmltvEpisode[]
}

/** Receives the contents of a guide in file order: a channel may come after its programmes. */
export interface XmltvSink {
  channel(channel: XmltvChannel): void
  programme(programme: XmltvProgramme): void
  /** Waited for every few programmes, so that what takes them in sets the pace. */
  pause(): Promise<void>
}
