/** The number of an episode, or those that its file covers: `7`, `1–4`. */
export function episodeNumbers(episode: { readonly number: number; readonly last_number: number }): string {
  const { number, last_number: last } = episode
  return last > number ? `${number}–${last}` : String(number)
}
