import { SearchInput } from '#console/ui/search-input.tsx'

interface ItemSearchProps {
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onEnter: () => void
}

/** A search within a form: Enter takes the first result and does not submit the form. */
export function ItemSearch({ onEnter, ...rest }: ItemSearchProps) {
  return (
    <search
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        onEnter()
      }}
    >
      <SearchInput {...rest} />
    </search>
  )
}
