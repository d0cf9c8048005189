import { type DragEvent, useId, useState } from 'react'
import { classes } from './classes.ts'
import styles from './file-drop.module.css'

interface FileDropProps {
  readonly label: string
  readonly hint: string
  /** As the `accept` of a file field. */
  readonly accept: string
  readonly isMultiple?: boolean
  readonly onFiles: (files: readonly File[]) => void
}

/** A field of files that are chosen or dropped there. */
export function FileDrop({ label, hint, accept, isMultiple = false, onFiles }: FileDropProps) {
  const id = useId()
  const [isOver, setIsOver] = useState(false)
  const onDrag = (event: DragEvent, isInside: boolean) => {
    event.preventDefault()
    setIsOver(isInside)
  }
  const take = (files: FileList | null) => {
    const chosen = [...(files ?? [])].slice(0, isMultiple ? undefined : 1)
    if (chosen.length > 0) onFiles(chosen)
  }
  return (
    <div
      className={classes(styles['drop'], isOver && styles['isOver'])}
      onDragOver={(event) => onDrag(event, true)}
      onDragLeave={(event) => onDrag(event, false)}
      onDrop={(event) => {
        onDrag(event, false)
        take(event.dataTransfer.files)
      }}
    >
      <input
        id={id}
        type="file"
        className="spoken"
        accept={accept}
        multiple={isMultiple}
        onChange={({ target }) => {
          take(target.files)
          target.value = ''
        }}
      />
      <label htmlFor={id}>{label}</label>
      <small>{hint}</small>
    </div>
  )
}
