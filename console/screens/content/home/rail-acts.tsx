import { useState } from 'react'
import { consoleHome } from '#contract/console/home.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { IconButton } from '#console/ui/button.tsx'
import { useHomeText } from './home-text.ts'
import type { Rail } from './rail-values.ts'

/** Hides or deletes a rail at once; both can be taken back. */
export function RailActs({ rail, name }: { readonly rail: Rail; readonly name: string }) {
  const t = useHomeText()
  const { send } = useSending('home')
  const [isBusy, setIsBusy] = useState(false)
  const { id, is_hidden: isHidden } = rail
  const run = (act: Promise<boolean>) => {
    setIsBusy(true)
    void act.finally(() => setIsBusy(false))
  }
  return (
    <>
      <IconButton
        icon={isHidden ? 'hidden' : 'eye'}
        label={t(isHidden ? 'show' : 'hide', { name })}
        isDisabled={isBusy}
        onPress={() =>
          run(
            send(consoleHome.hide, { id, is_hidden: !isHidden }, () =>
              t(isHidden ? 'wasShown' : 'wasHidden', { name }),
            ),
          )
        }
      />
      <IconButton
        icon="close"
        label={t('remove', { name })}
        isDisabled={isBusy}
        onPress={() => run(send(consoleHome.remove, { id }, () => t('removed', { name })))}
      />
    </>
  )
}
