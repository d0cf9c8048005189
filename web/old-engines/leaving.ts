/**
 * Chromium 68, as televisions of 2020 have it, loses the page's process when a request is aborted while its page is
 * being left. The requests end with the page anyway, so none is aborted then. The default build leaves this file out.
 */
if (typeof AbortController !== 'undefined' && typeof document !== 'undefined') {
  const { abort } = AbortController.prototype
  window.addEventListener('pagehide', () => {
    AbortController.prototype.abort = () => undefined
  })
  // A page that comes back from the browser's cache goes on as before.
  window.addEventListener('pageshow', () => {
    AbortController.prototype.abort = abort
  })
}
