import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { matchPage } from '#contract/pages.ts'
import './fonts/onest.css'
import './ui/tokens.css'
import './ui/base.css'
import { routes } from './routes.tsx'
import { session } from './session/session.ts'
import { followOtherTabs } from './session/other-tabs.ts'
import { rememberArrival } from './session/utm.ts'

const place = document.getElementById('app')
if (place === null) throw new Error('the page has no #app')

// The address decides before the first drawing, so that nothing flashes in another language (SHELL-11).
const wanted = matchPage(location.pathname)?.language ?? null
if (wanted !== null && wanted !== session.get().language) session.setLanguage(wanted)
followOtherTabs()
rememberArrival()
// Only a television needs the arrows, and only a television fetches their code.
if (document.documentElement.hasAttribute('data-tv'))
  void import('./remote/arrows.ts').then((remote) => remote.followRemote())

createRoot(place).render(
  <StrictMode>
    <RouterProvider router={createBrowserRouter(routes)} />
  </StrictMode>,
)
