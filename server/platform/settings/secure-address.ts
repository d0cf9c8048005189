/** https, or http to this machine; without a login in it. */
export function isOwnOrSecure(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.username !== '') return false
  const isOwn = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  return url.protocol === 'https:' || (url.protocol === 'http:' && isOwn)
}
