import { consoleCollections } from '#contract/console/collections.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { call } from '#console/session/call.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { Menu } from '#console/ui/menu.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { useFilmsText } from './films-text.ts'

/** Adds films to the end of a collection; for those who may edit collections. */
export function CollectionMenu({ vids }: { readonly vids: readonly number[] }) {
  const t = useFilmsText()
  const language = useLanguage()
  const mayEdit = useMay()('home', 'edit')
  const { send } = useSending('home')
  const { data } = useCall(consoleCollections.list, {}, { isEnabled: mayEdit })
  const collections = data?.collections ?? []
  if (collections.length === 0) return null
  const add = async (id: number) => {
    try {
      const { films, ...collection } = await call(consoleCollections.one, { id })
      const before = films.map(({ vid }) => vid)
      const fresh = vids.filter((vid) => !before.includes(vid))
      const input = { ...collection, vids: [...before, ...fresh] }
      await send(consoleCollections.save, input, () => t('addedToCollection', { count: fresh.length }))
    } catch (error) {
      if (error instanceof Error) showToast(error.message)
    }
  }
  return (
    <Menu
      trigger={<Button icon="down">{t('addToCollection')}</Button>}
      label={t('addToCollection')}
      entries={collections.map(({ id, name_ru: ru, name_uz: uz }) => ({
        id: String(id),
        label: language === 'uz' ? uz || ru : ru || uz,
        onAct: () => void add(id),
      }))}
    />
  )
}
