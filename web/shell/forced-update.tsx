import { UpdateScreen } from '#web/features/releases/update-screen.tsx'
import { mayChangeServer } from '#web/state/site-address.ts'
import { ServerLine } from './first-start/server-line.tsx'

/** All that an outdated app shows; its viewer may have typed the address of another server. */
export function ForcedUpdate() {
  return (
    <>
      <UpdateScreen />
      {mayChangeServer() && (
        <footer>
          <ServerLine />
        </footer>
      )}
    </>
  )
}
