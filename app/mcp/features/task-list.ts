/**
 * Reads the list of tasks that a server still has.
 * @spec 2025-11-25 basic/utilities/tasks#listing-tasks
 */
import { cutText } from '../../base/cut-text'
import type { ListedTask } from '../../contract/tool-calls'
import { isJsonFields, textOrNull } from '../protocol/json-fields'
import { readTask } from '../protocol/task-wire'
import type { ListKind } from './paged-list'

/** In characters. */
const dateLimit = 40

export const taskKind: ListKind<ListedTask> = {
  method: 'tasks/list',
  field: 'tasks',
  request: 'tasks',
  noun: 'task',
  read: (entry) => {
    const task = readTask(entry)
    if (task === null) return 'has no usable id or state'
    const createdAt = isJsonFields(entry) ? textOrNull(entry['createdAt']) : null
    return { ...task.view, createdAt: createdAt === null ? null : cutText(createdAt, dateLimit) }
  },
  keyOf: ({ taskId }) => taskId
}
