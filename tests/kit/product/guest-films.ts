/** The films of the running product, as a guest is told about them. */

interface Film {
  readonly vid: number
  readonly free_movie: 0 | 1
  readonly files: readonly { readonly vfid: number; readonly kind: string; readonly is_ready: 0 | 1 }[]
}

/** One response of the API; throws with its message when there is no data in it. */
export async function askAsGuest<Data>(
  url: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Data> {
  const response = await fetch(url + path, { headers })
  const answer = (await response.json()) as { data?: Data; message?: string }
  if (answer.data === undefined) throw new Error(`${path}: ${answer.message}`)
  return answer.data
}

/** A film that plays now, with its file. */
export async function playableFilm(
  url: string,
  isFree: boolean,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly vid: number; readonly vfid: number }> {
  const { videos } = await askAsGuest<{ videos: { item: readonly Film[] } }>(
    url,
    '/middleware/noauth/video/list?kind=films&limit=100',
    headers,
  )
  for (const { vid, free_movie } of videos.item) {
    if ((free_movie === 1) !== isFree) continue
    const { video } = await askAsGuest<{ video: Film }>(
      url,
      `/middleware/noauth/video/detail?vid=${vid}`,
      headers,
    )
    const file = video.files.find((one) => one.kind === 'film' && one.is_ready === 1)
    if (file !== undefined) return { vid, vfid: file.vfid }
  }
  throw new Error('there is no such film')
}
