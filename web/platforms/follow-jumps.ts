/**
 * Links to a place of the same page (`href="#terms"`). In an app the fragment of the address is the page itself: there
 * the place is shown and focused without a change of the address. Returns the function that ends it.
 */
export function followJumps(): () => void {
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const href = link?.getAttribute('href') ?? ''
    if (event.defaultPrevented || !/^#[^/]/.test(href)) return
    event.preventDefault()
    const place = document.getElementById(href.slice(1))
    if (place === null) return
    place.scrollIntoView()
    const control = place.querySelector<HTMLElement>('a[href], button')
    if (control === null) place.tabIndex = -1
    ;(control ?? place).focus({ preventScroll: true })
  }
  document.addEventListener('click', onClick)
  return () => document.removeEventListener('click', onClick)
}
