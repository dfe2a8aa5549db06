"""The work of a session, from the status that Spark's driver keeps of its jobs."""

from __future__ import annotations

from typing import Any

from dbt.adapters.tablestore.progress.running import Look, Work
from dbt.adapters.tablestore.progress.running_rows import RunningRows
from pyspark.sql import SparkSession


def look_at(spark: SparkSession) -> Look:
    """A function that finds the work of this session, which no statement pays for until it is called."""

    session: Any = spark._jsparkSession
    rows = RunningRows(session)

    def look(since: float) -> Work:
        context = session.sparkContext()
        store = context.statusStore()
        tracker = context.statusTracker()
        tasks = completed = read = written = shuffled = 0
        running = []
        # Spark marks the jobs of a session like this, in order to interrupt them.
        for number in sorted(tracker.getJobIdsForTag(f"spark-session-{session.sessionUUID()}"), reverse=True):
            if tracker.getJobInfo(number).isEmpty():
                continue
            job = store.job(number)
            submitted = job.submissionTime()
            if submitted.isDefined() and submitted.get().getTime() < since * 1000:
                break
            if str(job.status()) == "RUNNING":
                tasks += job.numTasks() - job.numSkippedTasks()
                completed += job.numCompletedTasks()
                running.append(number)
            stages = job.stageIds()
            for index in range(stages.size()):
                if tracker.getStageInfo(stages.apply(index)).isDefined():
                    stage = store.lastStageAttempt(stages.apply(index))
                    read += stage.inputRecords()
                    written += stage.outputRecords()
                    shuffled += stage.shuffleWriteRecords()
        if running:
            read, shuffled = map(max, (read, shuffled), rows.of(running))
        return Work(tasks, completed, read, written, shuffled)

    return look
