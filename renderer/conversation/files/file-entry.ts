/** The ways in which a person brings files into the composer besides the dialog: dropped on the window and pasted. */
import { useEffect, useState } from 'react'
import type { ClipboardEvent } from 'react'
import { bundleExtensions } from '../../../app/contract/adding/bundle-files'
import { longPaste } from '../../../app/contract/limits'
import { addFiles, addPastedText } from './add-files'

/** Files lie over the window; dropped, they are added. Whether they do. */
export function useDroppedFiles(conversationId: string | null): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!bringsFiles(event) || isCovered()) return
      event.preventDefault()
      setIsOver(true)
    }
    const leave = (event: DragEvent) => event.relatedTarget === null && setIsOver(false)
    const drop = (event: DragEvent) => {
      setIsOver(false)
      if (!bringsFiles(event) || isCovered()) return
      event.preventDefault()
      const files = filesOf(event.dataTransfer)
      if (files.length > 0) void addFiles(conversationId, files)
    }
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [conversationId])
  return isOver
}

function bringsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true
}

/** A question or a screen lies above: what is dropped there is not meant for the message. */
function isCovered(): boolean {
  return document.querySelector('[data-part="dialog"][data-open]') !== null
}

/** Folders are shared in another way and hold nothing to read. */
function filesOf(data: DataTransfer | null): File[] {
  return [...(data?.items ?? [])].flatMap((item) => {
    if (item.kind !== 'file' || item.webkitGetAsEntry?.()?.isDirectory === true) return []
    const file = item.getAsFile()
    // One of those is a server, and main puts it before the person.
    return file === null || isBundle(file) ? [] : [file]
  })
}

function isBundle({ name }: File): boolean {
  return bundleExtensions.some((extension) => name.toLowerCase().endsWith(`.${extension}`))
}

/**
 * Takes what is pasted where it is a file or a long text. Programs that put a picture beside the words mean the words.
 * `keepsText`: long text stays text, as the arguments behind a tool's name are.
 */
export function takePaste(
  event: ClipboardEvent,
  { conversationId, keepsText }: { readonly conversationId: string | null; readonly keepsText: boolean }
): void {
  const text = event.clipboardData.getData('text/plain')
  const files = text === '' ? [...event.clipboardData.files] : []
  const isLong = text.length > longPaste && !keepsText
  if (files.length === 0 && !isLong) return
  event.preventDefault()
  void (isLong ? addPastedText(conversationId, text) : addFiles(conversationId, files))
}
