/** `galamtv-kz.json` → `galamtv-kz`: the channel of a file that names none. */
export function channelOfName(name: string): string {
  return name
    .replace(/[?#].*$/, '')
    .replace(/^.*[/\\]/, '')
    .replace(/\.(?:gz|zip)$/i, '')
    .replace(/\.json$/i, '')
    .slice(0, 200)
}
