/** Starts the console in a browser. */
import { createRoot } from 'react-dom/client'
import '#web/fonts/onest.css'
import '#console/ui/tokens.css'
import '#console/ui/base.css'
import { createQueryClient } from '#console/session/queries.ts'
import { followPreferences } from '#console/session/preferences.ts'
import { BrokenPage } from '#console/shell/broken-page.tsx'
import { App } from './app.tsx'

const element = document.getElementById('app')
// The page has told an older browser what to do.
if (element !== null && document.documentElement.dataset['old'] === undefined) {
  followPreferences()
  createRoot(element).render(
    <BrokenPage>
      <App client={createQueryClient()} />
    </BrokenPage>,
  )
}
