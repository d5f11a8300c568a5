/**
 * What people ask for, with the one tool of the reference servers that does it: two hundred sentences, in words
 * of people and not of the tools.
 */
export const toolTasks: Readonly<Record<string, readonly string[]>> = {
  'everything/echo': [
    'Echo back what I type',
    'Repeat this message exactly as I wrote it',
    'Send the string hello and give me the same string back',
    'Check that the connection works by echoing a word',
    'Mirror my input',
    'Say what I say'
  ],
  'everything/get-annotated-message': [
    'Show me a message with annotations',
    'Get an error message that is annotated with priority and audience',
    'Give me an example of annotated content',
    'I want to see what metadata on content looks like',
    'Fetch an annotated success message together with an image'
  ],
  'everything/get-env': [
    'Which environment variables are set?',
    'Print the environment of the server',
    'Is PATH set in the env?',
    'List all environment variables',
    'Show env vars to debug the configuration',
    'What is the value of the HOME variable in the environment?'
  ],
  'everything/get-resource-links': [
    'Give me five links to resources',
    'Return a list of resource links',
    'I need links that point to different resources',
    'Show some linked resources of different types',
    'Get ten resource links'
  ],
  'everything/get-resource-reference': [
    'Give me a reference to a text resource',
    'Reference the blob resource with id 3',
    'I need a resource reference for a client',
    'Return a reference for resource number 7',
    'Fetch the reference of a binary resource'
  ],
  'everything/get-structured-content': [
    'What is the weather in Chicago as structured data?',
    'Get structured content for New York',
    'Return data that follows an output schema',
    'Temperature and humidity of Los Angeles in a structured form',
    'I need a structured answer for a location'
  ],
  'everything/get-sum': [
    'Add 17 and 25',
    'What is the sum of two numbers?',
    'How much is 3 plus 4?',
    'Sum up these two values for me',
    'Calculate a + b',
    'Total of 120 and 80'
  ],
  'everything/get-tiny-image': [
    'Show me a small picture',
    'Get the MCP logo',
    'Return a tiny image',
    'I want to see an image of the logo',
    'Give me a small test image',
    'Which logo does MCP have?'
  ],
  'everything/gzip-file-as-resource': [
    'Compress this file',
    'Gzip the log and give me the result',
    'Make the archive smaller with gzip',
    'Zip a file from a URL and return it as a resource',
    'Pack this data into a .gz'
  ],
  'everything/toggle-simulated-logging': [
    'Turn on log messages',
    'Switch the simulated logging off',
    'Start logging random messages',
    'Stop the fake logs',
    'Toggle logging'
  ],
  'everything/toggle-subscriber-updates': [
    'Turn resource update notifications on',
    'Stop the simulated updates for subscriptions',
    'Toggle updates for subscribed resources',
    'Let subscribers get resource updates',
    'Switch off the subscription updates'
  ],
  'everything/trigger-long-running-operation': [
    'Run something that takes a long time',
    'Start an operation of 30 seconds with progress',
    'Trigger a slow job in 5 steps',
    'Show how progress is reported during a long operation',
    'Begin a long running task with a duration of one minute'
  ],
  'everything/simulate-research-query': [
    'Do deep research on solar power',
    'Research a topic and synthesize what you find',
    'Simulate a research about coffee',
    'Gather and analyze information on electric cars',
    'Start a research query with an ambiguous topic'
  ],
  'filesystem/read_text_file': [
    'Read the file README.md',
    'What does notes.txt say?',
    'Show me the first ten lines of the log file',
    'Print the contents of config.json',
    'Open the text file and tell me what is in it',
    'Give me the last 20 lines of server.log'
  ],
  'filesystem/read_media_file': [
    'Show me the photo holiday.jpg',
    'Open this picture from the disk',
    'Load the audio file interview.mp3',
    'Read an image file as base64',
    'Get the media file logo.png'
  ],
  'filesystem/read_multiple_files': [
    'Compare the contents of a.txt and b.txt',
    'Read all three files at once',
    'Open several files together',
    'Give me the contents of multiple files',
    'Read these five files simultaneously',
    'Read package.json and tsconfig.json and README.md'
  ],
  'filesystem/write_file': [
    'Save this text as todo.txt',
    'Write a new file with the summary',
    'Create a file called hello.py',
    'Overwrite report.md with this content',
    'Store the result in a file',
    'Make a new text file with these lines'
  ],
  'filesystem/edit_file': [
    'Replace foo with bar in main.ts',
    'Change line 12 of the file',
    'Fix the typo in README.md',
    'Edit the config file and show me a diff',
    'Update one line in the text file',
    'Do a dry run of this edit first'
  ],
  'filesystem/create_directory': [
    'Make a folder called reports',
    'Create the directory src/util',
    'I need a new folder for the pictures',
    'Create nested directories a/b/c',
    'Set up an empty directory for the project',
    'mkdir build'
  ],
  'filesystem/list_directory': [
    'What is in this folder?',
    'List the files in my downloads',
    'Which files and directories are in src?',
    'Show the contents of the directory',
    'ls the project folder',
    'List everything in the current directory'
  ],
  'filesystem/list_directory_with_sizes': [
    'How big are the files in this folder?',
    'List the directory sorted by size',
    'Which is the largest file in downloads?',
    'Show files with their sizes',
    'What takes up the most space in the directory?',
    'Total size of the files here'
  ],
  'filesystem/directory_tree': [
    'Show the tree of the project',
    'Give me the folder structure as JSON',
    'Print the directory hierarchy recursively',
    'I want to see all nested folders as a tree',
    'Tree view without node_modules',
    'What is the structure of this repository?'
  ],
  'filesystem/move_file': [
    'Rename draft.txt to final.txt',
    'Move the photo into the album folder',
    'Put report.pdf into the archive directory',
    'Rename this folder',
    'Move all of it to another location',
    'Change the name of the file'
  ],
  'filesystem/search_files': [
    'Find all PDF files',
    'Where is the file invoice.docx?',
    'Search for *.ts in the project',
    'Look for files whose name matches test',
    'Which files match this glob pattern?',
    'Locate the file named budget'
  ],
  'filesystem/get_file_info': [
    'When was this file last modified?',
    'How large is backup.zip?',
    'Who may write this file, what are its permissions?',
    'Show metadata of the file',
    'When was the document created?',
    'Is this path a file or a directory?'
  ],
  'filesystem/list_allowed_directories': [
    'Which folders may you access?',
    'What directories are allowed?',
    'Where can you read and write?',
    'List the directories the server has access to',
    'Am I allowed to open files in /srv?'
  ],
  'memory/create_entities': [
    'Remember a new person called Ada',
    'Add the company Acme to the knowledge graph',
    'Create an entity for my dog',
    'Store three new entities in memory',
    'Add a new node for the project Apollo',
    'Save Berlin as a place in the graph'
  ],
  'memory/create_relations': [
    'Ada works at Acme, add that to the graph',
    'Connect two entities',
    'Create a relation between Bob and the project',
    'Link Alice to her team in the knowledge graph',
    'Note that Paris is the capital of France as a relation',
    'Add relationships between these people'
  ],
  'memory/add_observations': [
    'Add a fact about Ada: she likes tea',
    'Remember that Bob moved to Rome',
    'Note an observation on the existing entity',
    'Add what we learned about Acme to its entity',
    'Append new observations to the node',
    'Record that my sister has a birthday in May'
  ],
  'memory/delete_entities': [
    'Forget everything about Bob',
    'Remove the entity Acme from the graph',
    'Delete these people from memory',
    'Erase the node with all its relations',
    'Drop two entities from the knowledge graph'
  ],
  'memory/delete_observations': [
    'Forget that Ada likes tea',
    'Remove an observation from an entity',
    'Delete this fact about Bob',
    'The note about Rome is wrong, delete the observation',
    'Take back specific observations'
  ],
  'memory/delete_relations': [
    'Bob does not work at Acme any more, remove the relation',
    'Delete the link between these two entities',
    'Remove relations from the knowledge graph',
    'Disconnect Ada from the project',
    'Erase the relationship between them'
  ],
  'memory/read_graph': [
    'Show everything you remember',
    'Read the whole knowledge graph',
    'What is in your memory?',
    'Dump the entire graph',
    'Give me all entities and relations',
    'Print the complete graph'
  ],
  'memory/search_nodes': [
    'What do you know about Acme?',
    'Search memory for birthdays',
    'Find nodes that mention Rome',
    'Look up entities about music in the graph',
    'Query the knowledge graph for projects'
  ],
  'memory/open_nodes': [
    'Open the nodes Ada and Bob',
    'Show me the entity named Acme',
    'Get these nodes by their names',
    'Retrieve the node called Apollo with its relations',
    'Open a specific node'
  ],
  'sequential-thinking/sequentialthinking': [
    'Think this problem through step by step',
    'Break the problem down into steps',
    'Let us reason carefully before answering',
    'Plan the design with room for revision',
    'Analyze a complex problem in several thoughts',
    'Reflect on the solution and revise it'
  ]
}
