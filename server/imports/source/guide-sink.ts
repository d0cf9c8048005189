/** A channel of a guide. */
export interface XmltvChannel {
  readonly id: string
  readonly names: readonly string[]
}

/** A text with its declared language; empty when it has none. */
export interface XmltvText {
  readonly language: string
  readonly text: string
}

/** An episode number, in one of the numbering systems of XMLTV. */
export interface XmltvEpisode {
  readonly system: string
  readonly text: string
}

/** A programme as written; times are still text. */
export interface XmltvProgramme {
  /** Its position; without a file, a line of the XML. */
  readonly line: number
  readonly file?: string
  readonly channel: string
  readonly start: string
  readonly stop?: string
  /** Its id at the channel's provider (`catchup-id`). */
  readonly catchupId?: string
  readonly titles: readonly XmltvText[]
  readonly subtitles: readonly XmltvText[]
  readonly descriptions: readonly XmltvText[]
  readonly categories: readonly string[]
  /** All ratings, of any system. */
  readonly ratings?: readonly string[]
  readonly episodes?: readonly XmltvEpisode[]
}

/** Receives the contents of a guide in file order: a channel may come after its programmes. */
export interface XmltvSink {
  channel(channel: XmltvChannel): void
  programme(programme: XmltvProgramme): void
  /** Awaited every few programmes, so that the receiver sets the pace. */
  pause(): Promise<void>
}
