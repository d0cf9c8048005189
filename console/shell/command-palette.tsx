import { useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Dialog } from 'react-aria-components/Dialog'
import { Header } from 'react-aria-components/Header'
import { Input } from 'react-aria-components/Input'
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { SearchField } from 'react-aria-components/SearchField'
import { useText } from '#console/session/text.ts'
import { hasWords } from '#console/ui/fold-text.ts'
import { Icon } from '#console/ui/icons.tsx'
import { type PaletteGroup, usePaletteGroups } from './palette-entries.ts'
import styles from './command-palette.module.css'

interface CommandPaletteProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onHelp: () => void
  readonly onLogOut: () => void
}

/** Search over pages, channels, acts and people. Arrows choose, Enter acts; the focus stays in the field. */
export function CommandPalette({ isOpen, onClose, ...acts }: CommandPaletteProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(isStillOpen) => {
        if (!isStillOpen) onClose()
      }}
      isDismissable
      className={styles['overlay'] ?? ''}
    >
      <Modal className={styles['modal'] ?? ''}>
        <PaletteBody onClose={onClose} {...acts} />
      </Modal>
    </ModalOverlay>
  )
}

function PaletteBody({ onClose, ...acts }: Omit<CommandPaletteProps, 'isOpen'>) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const groups = usePaletteGroups(typed, acts)
  const run = (key: string | number) => {
    onClose()
    groups
      .flatMap(({ entries }) => entries)
      .find(({ id }) => id === key)
      ?.run()
  }
  return (
    <Dialog aria-label={t('palette.title')} className={styles['dialog'] ?? ''}>
      <Autocomplete filter={hasWords} inputValue={typed} onInputChange={setTyped}>
        <SearchField aria-label={t('palette.placeholder')} className={styles['search'] ?? ''} autoFocus>
          <Icon name="search" />
          <Input placeholder={t('palette.placeholder')} />
          <kbd>Esc</kbd>
        </SearchField>
        {/* The focus stays in the field; this can be reached to scroll by keys. */}
        <div className={styles['menu']} role="group" aria-label={t('palette.title')} tabIndex={0}>
          <Menu
            aria-label={t('palette.title')}
            className={styles['entries'] ?? ''}
            onAction={run}
            renderEmptyState={() => <p className={styles['nothing']}>{t('palette.nothing')}</p>}
          >
            {groups.map((group) => (
              <Group key={group.name} {...group} />
            ))}
          </Menu>
        </div>
      </Autocomplete>
    </Dialog>
  )
}

function Group({ name, entries }: PaletteGroup) {
  return (
    <MenuSection>
      <Header className={styles['header'] ?? ''}>{name}</Header>
      {entries.map(({ id, label, about, icon }) => (
        <MenuItem
          key={id}
          id={id}
          textValue={about === undefined ? label : `${label} ${about}`}
          className={styles['item'] ?? ''}
        >
          <Icon name={icon} size={18} />
          <span>{label}</span>
          {about === undefined ? null : <span className={styles['about']}>{about}</span>}
        </MenuItem>
      ))}
    </MenuSection>
  )
}
