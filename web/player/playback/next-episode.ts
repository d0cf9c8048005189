/** The episode after the one that plays. */
export interface NextEpisode {
  readonly title: string
  readonly play: () => void
}
