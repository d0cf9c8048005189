/**
 * The address that AirPlay reads. Where the page appends segments itself, the element has two sources: the page's own,
 * and behind it a plain address, to which Safari changes when the viewer chooses another screen
 * (https://webkit.org/blog/15036/how-to-use-media-source-extensions-with-airplay/). The player library adds the second
 * source, with the address that it loaded; here it follows the newest ticket.
 */

/**
 * Replaces the plain address among the element's sources; without one nothing changes. A film saved on this device has
 * no address for other screens.
 */
export function renewScreenAddress(video: HTMLVideoElement, url: string): void {
  const isAddress = /^https?:/.test(url)
  if (!isAddress) video.disableRemotePlayback = true
  for (const source of video.querySelectorAll('source')) {
    if (source.src.startsWith('blob:')) continue
    if (!isAddress) source.remove()
    else if (source.src !== url) source.src = url
  }
}
