/**
 * Replaces the page by words where the engine is below the floor of the build for old engines: it has no module scripts
 * (before Chromium 61), or cannot parse the client (before Chromium 68). It is put into the pages as the text of this
 * function, so it uses only its own code and only what engines of 2014 have.
 */
export function watchForTooOld(): void {
  const root = document.documentElement
  const words = {
    ru: [
      'Этот браузер слишком старый',
      'Обновите браузер или откройте этот адрес в другом, например в Chrome или Firefox.',
      'На телевизоре: обновите его программу в настройках. Если обновления нет, подойдёт приставка с Android TV или просмотр с телефона.',
    ],
    uz: [
      'Bu brauzer juda eski',
      'Brauzerni yangilang yoki bu manzilni boshqasida, masalan Chrome yoki Firefoxda oching.',
      'Televizorda: sozlamalarda uning dasturini yangilang. Yangilanish boʻlmasa, Android TV pristavkasi yoki telefondan tomosha qilish mumkin.',
    ],
  }

  function show() {
    const page = document.createElement('main')
    words[root.lang === 'uz' ? 'uz' : 'ru'].forEach(function (text, at) {
      const line = document.createElement(at === 0 ? 'h1' : 'p')
      line.appendChild(document.createTextNode(text))
      page.appendChild(line)
    })
    page.style.cssText = 'max-width:700px;margin:0 auto;padding:48px 24px;font:20px/1.5 sans-serif;color:#fff'
    document.body.innerHTML = ''
    document.body.style.cssText = 'margin:0;background:#0b1117'
    document.body.appendChild(page)
  }
  function showOnceRead() {
    if (document.body && document.readyState !== 'loading') show()
    else document.addEventListener('DOMContentLoaded', show)
  }

  if (!('noModule' in document.createElement('script'))) return showOnceRead()
  window.addEventListener('error', function (event) {
    // Once the client runs, a syntax error is one of its data.
    if (/SyntaxError/.test(event.message || '') && !root.hasAttribute('data-started')) showOnceRead()
  })
}
