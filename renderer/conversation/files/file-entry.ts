/** How files get into the composer besides the dialog: dropped on the window and pasted. */
import { useEffect, useState } from 'react'
import type { ClipboardEvent } from 'react'
import { bundleExtensions } from '../../../app/contract/servers/bundle-files'
import { longPaste } from '../../../app/contract/limits'
import { addFiles, addPastedText } from './add-files'

/** Whether files are dragged over the window. Dropping adds them. */
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

/** A question or screen is in front, so what is dropped there isn't meant for the message. */
function isCovered(): boolean {
  return document.querySelector('[data-part="dialog"][data-open]') !== null
}

/** Folders are shared in another way and contain nothing to read. */
function filesOf(data: DataTransfer | null): File[] {
  return [...(data?.items ?? [])].flatMap((item) => {
    if (item.kind !== 'file' || item.webkitGetAsEntry?.()?.isDirectory === true) return []
    const file = item.getAsFile()
    // Such a file is a server, and main asks the user about it.
    return file === null || isBundle(file) ? [] : [file]
  })
}

function isBundle({ name }: File): boolean {
  return bundleExtensions.some((extension) => name.toLowerCase().endsWith(`.${extension}`))
}

/**
 * Handles a pasted file or long text. Programs that add a picture to copied text mean the text. `keepsText`: long
 * text stays text, such as the arguments after a tool's name.
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
