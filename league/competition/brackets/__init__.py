"""Brackets: who meets whom where whoever loses is out, or out at the second loss."""
