/** Cells that are edited in their place: Enter saves, Escape leaves the value as it was. */
import { type ReactNode, useRef, useState } from 'react'
import { gatheringCategoryId } from '#contract/form/constants.ts'
import { showToast } from '#console/ui/toast.tsx'
import { useLanguage } from '#console/session/preferences.ts'
import type { Category } from './channel-filter.ts'
import { useChannelsText } from './channels-text.ts'
import styles from './channels.module.css'

interface CellProps {
  /** The column's name. */
  readonly label: string
  readonly mayEdit: boolean
}

interface EditableProps extends CellProps {
  readonly shown: string
  /** The control; `close` leaves it, and gives the focus back to the cell unless it went elsewhere. */
  readonly children: (close: (isFocusBack: boolean) => void) => ReactNode
}

function Editable({ label, mayEdit, shown, children }: EditableProps) {
  const t = useChannelsText()
  const [isOpen, setIsOpen] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  if (!mayEdit) return <>{shown}</>
  if (isOpen)
    return children((isFocusBack) => {
      setIsOpen(false)
      setIsFocused(isFocusBack)
    })
  return (
    <button
      // After Enter or Escape the keyboard goes on from here.
      autoFocus={isFocused}
      type="button"
      className={styles['cell']}
      aria-label={t('editCell', { column: label, value: shown || '—' })}
      onClick={() => setIsOpen(true)}
      onKeyDown={({ key }) => {
        if (key === 'F2') setIsOpen(true)
      }}
    >
      {shown === '' ? <span className={styles['blank']}>—</span> : shown}
    </button>
  )
}

interface TextCellProps extends CellProps {
  readonly value: string
  readonly isRequired?: boolean
  readonly onSave: (value: string) => Promise<boolean>
}

const maxName = 200

export function TextCell({ value, isRequired = false, onSave, ...cell }: TextCellProps) {
  const t = useChannelsText()
  return (
    <Editable {...cell} shown={value}>
      {(close) => (
        <CellInput
          label={cell.label}
          initial={value}
          close={close}
          onSave={(typed) => {
            const name = typed.trim()
            if (name === value) return
            if ((isRequired && name === '') || name.length > maxName)
              showToast(t('nameWrong', { column: cell.label, limit: maxName }), { isProblem: true })
            else void onSave(name)
          }}
        />
      )}
    </Editable>
  )
}

interface NumberCellProps extends CellProps {
  readonly value: number
  readonly min: number
  readonly max: number
  readonly onSave: (value: number) => Promise<boolean>
}

export function NumberCell({ value, min, max, onSave, ...cell }: NumberCellProps) {
  const t = useChannelsText()
  return (
    <Editable {...cell} shown={String(value)}>
      {(close) => (
        <CellInput
          label={cell.label}
          initial={String(value)}
          isNumber
          close={close}
          onSave={(typed) => {
            const number = Number(typed)
            const isValid = /^\s*\d{1,6}\s*$/.test(typed) && number >= min && number <= max
            if (!isValid) showToast(t('numberWrong', { column: cell.label, min, max }), { isProblem: true })
            else if (number !== value) void onSave(number)
          }}
        />
      )}
    </Editable>
  )
}

interface CellInputProps {
  readonly label: string
  readonly initial: string
  readonly isNumber?: boolean
  readonly close: (isFocusBack: boolean) => void
  readonly onSave: (typed: string) => void
}

function CellInput({ label, initial, isNumber = false, close, onSave }: CellInputProps) {
  const [typed, setTyped] = useState(initial)
  const isLeft = useRef(false)
  const leave = (isSaved: boolean, isFocusBack: boolean) => {
    // The input loses its focus once more when it goes.
    if (isLeft.current) return
    isLeft.current = true
    if (isSaved) onSave(typed)
    close(isFocusBack)
  }
  return (
    <input
      className={styles['input']}
      aria-label={label}
      value={typed}
      inputMode={isNumber ? 'numeric' : 'text'}
      autoFocus
      autoComplete="off"
      spellCheck={false}
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={() => leave(true, false)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        // The focus goes to the cell: the same press must not open it again.
        event.preventDefault()
        leave(event.key === 'Enter', true)
      }}
    />
  )
}

interface CategoryCellProps extends CellProps {
  readonly value: number
  readonly categories: readonly Category[]
  readonly onSave: (categoryId: number) => Promise<boolean>
}

export function CategoryCell({ value, categories, onSave, ...cell }: CategoryCellProps) {
  const language = useLanguage()
  const nameOf = ({ name_ru: ru, name_uz: uz }: Category) => (language === 'uz' ? uz || ru : ru)
  const current = categories.find(({ category_id: id }) => id === value)
  return (
    <Editable {...cell} shown={current === undefined ? '' : nameOf(current)}>
      {(close) => (
        <select
          className={styles['input']}
          aria-label={cell.label}
          defaultValue={value}
          autoFocus
          onBlur={() => close(false)}
          onKeyDown={({ key }) => {
            if (key === 'Escape') close(true)
          }}
          onChange={({ target }) => {
            close(true)
            if (Number(target.value) !== value) void onSave(Number(target.value))
          }}
        >
          {categories
            .filter(({ category_id: id }) => id !== gatheringCategoryId)
            .map((category) => (
              <option key={category.category_id} value={category.category_id}>
                {nameOf(category)}
              </option>
            ))}
        </select>
      )}
    </Editable>
  )
}
