import { useState } from 'react'
import { momentOf } from '#player/core/zapping/programme-line.ts'
import { useLocation, useParams } from '#web/router/router.ts'
import { ChannelPage } from './channel-page.tsx'
import { reloadedMoment } from './viewing/reloaded-moment.ts'

/**
 * `/tvArchive/{id}/{archiId}`: plays a programme from its beginning or from the moment in `?t=`, then the next one.
 * After a reload it continues at the same position.
 */
export function ArchiveScreen() {
  const { id, archiId } = useParams()
  const [cid, pid] = [Number(id), Number(archiId)]
  const [reloaded] = useState(() => ({ cid, pid, moment: reloadedMoment(cid, pid) }))
  const params = new URLSearchParams(useLocation().search)
  const named = momentOf(params.get('t'))
  const isSame = reloaded.cid === cid && reloaded.pid === pid
  const moment = (isSame ? reloaded.moment : null) ?? named
  return <ChannelPage cid={cid} pid={pid} moment={moment} minuteToken={params.get('m')} />
}
