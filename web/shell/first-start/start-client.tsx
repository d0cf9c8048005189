/** Starts an app: the client when its server's address is available, else the question for it. */
import { createRoot } from 'react-dom/client'
import { needsServerAddress } from '#web/state/site-address.ts'
import { ServerAddressScreen } from './server-address-screen.tsx'

/** Resolves once the app has a server; at once in a browser, and where the address was built in or typed before. */
export function askForServer(place: HTMLElement): Promise<void> {
  if (!needsServerAddress()) return Promise.resolve()
  return new Promise((resolve) => {
    const root = createRoot(place)
    const chosen = () => {
      root.unmount()
      resolve()
    }
    root.render(<ServerAddressScreen onChosen={chosen} />)
  })
}
