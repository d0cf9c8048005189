import { useParams } from 'react-router'
import { ChannelPage } from './channel-page.tsx'

/** `/tvArchive/{id}/{archiId}`: a programme from its beginning, then the next one. */
export function ArchiveScreen() {
  const { id, archiId } = useParams()
  return <ChannelPage cid={Number(id)} pid={Number(archiId)} />
}
