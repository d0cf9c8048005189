/** What follows the episode that plays. */
export interface NextEpisode {
  readonly title: string
  readonly play: () => void
}
